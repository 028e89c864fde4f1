import type { Log } from '../telemetry/log.ts'
import { within } from '../timeout.ts'

/** A terminal's Ctrl-C reaches npm and this process, and npm passes it on: what follows so soon is the same press. */
const samePressMs = 1000

/** How long the work under way may still take, and then the whole shutdown, whatever a gateway or the database does. */
const workEndsWithinMs = 6000
const allEndsWithinMs = 9000

type Part = { name: string; stop: () => Promise<void> }

/**
 * Graceful shutdown, once: ends all work at the same time, then stops the parts that it needed in reverse order. What takes
 * too long is left to the end of the process, which is as good as a kill.
 */
export class Shutdown {
  readonly #work: Part[] = []
  readonly #parts: Part[] = []
  readonly #log: Log
  #running: Promise<void> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Registers what answers or works by itself, over the other parts: its `stop` begins no more, and waits for the rest. */
  addWork(name: string, stop: () => Promise<void>): void {
    this.#work.push({ name, stop })
  }

  /** Registers a running part. */
  add(name: string, stop: () => Promise<void>): void {
    this.#parts.push({ name, stop })
  }

  /** Stops all of it; what fails or takes too long does not prevent the others. */
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
    const begunAt = performance.now()
    await Promise.all(this.#work.map(part => this.#stop(part, workEndsWithinMs)))
    for (const part of this.#parts.toReversed()) {
      await this.#stop(part, begunAt + allEndsWithinMs - performance.now())
    }
  }

  async #stop({ name, stop }: Part, withinMs: number): Promise<void> {
    try {
      const isStopped = await within(
        withinMs,
        stop().then(() => true),
      )
      if (!isStopped) this.#log.warn({ part: name }, 'not stopped in time')
    } catch (error) {
      this.#log.error({ err: error, part: name }, 'could not be stopped')
    }
  }
}
