type Handler = (event: { type: string; data: string }) => void

/**
 * A minimal `EventSource` for Node: reads a stream of server-sent events, without reconnecting. The
 * feature-flag SDK uses it instead of the browser's.
 */
export class TestEventSource {
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #ending = new AbortController()

  constructor(url: string) {
    void this.#read(url)
  }

  addEventListener(type: string, handler: Handler): void {
    this.#handlers.set(type, (this.#handlers.get(type) ?? new Set()).add(handler))
  }

  close(): void {
    this.readyState = 2
    this.#ending.abort()
  }

  async #read(url: string): Promise<void> {
    try {
      const answer = await fetch(url, {
        headers: { accept: 'text/event-stream' },
        signal: this.#ending.signal,
      })
      if (!answer.ok || !answer.body) throw new Error(`The stream answers ${answer.status}`)
      this.readyState = 1
      this.onopen?.()
      this.#tell('open')
      let rest = ''
      for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
        const blocks = `${rest}${text}`.split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) this.#dispatch(block)
      }
    } catch {
      // Closed by either side: told below.
    }
    if (this.readyState !== 2) {
      this.readyState = 2
      this.onerror?.()
      this.#tell('error')
    }
  }

  #dispatch(block: string): void {
    const lines = block.split('\n').map(line => line.split(/: ?(.*)/s))
    const valueOf = (name: string) => lines.find(([key]) => key === name)?.[1]
    const data = valueOf('data')
    if (data === undefined) return
    this.#tell(valueOf('event') ?? 'message', data)
  }

  #tell(type: string, data = ''): void {
    for (const handler of this.#handlers.get(type) ?? []) handler({ type, data })
  }
}
