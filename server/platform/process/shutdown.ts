import type { Log } from '../telemetry/log.ts'

/** A terminal's Ctrl-C reaches npm and this process, and npm passes it on: what follows so soon is the same press. */
const samePressMs = 1000

type Part = { name: string; stop: () => Promise<void> }

/** Graceful shutdown: stops the parts once, in reverse order. */
export class Shutdown {
  readonly #parts: Part[] = []
  readonly #log: Log
  #running: Promise<void> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Registers a running part. */
  add(name: string, stop: () => Promise<void>): void {
    this.#parts.push({ name, stop })
  }

  /** Stops all parts; one that fails does not prevent the others. */
  run(): Promise<void> {
    this.#running ??= this.#stopAll()
    return this.#running
  }

  /** On the first SIGINT or SIGTERM everything is drained and stopped; a second press ends the process at once. */
  onSignal(): void {
    let askedAtMs: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (askedAtMs !== undefined) {
          if (performance.now() - askedAtMs > samePressMs) process.exit(130)
          return
        }
        askedAtMs = performance.now()
        void this.run().then(() => process.exit(0))
      })
    }
  }

  async #stopAll(): Promise<void> {
    for (const { name, stop } of this.#parts.toReversed()) {
      try {
        await stop()
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'could not be stopped')
      }
    }
  }
}
