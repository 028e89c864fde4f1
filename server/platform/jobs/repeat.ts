import type { Log } from '../log.ts'
import { createCounter } from '../metrics.ts'

const countRun = createCounter('profil_task_runs_total', 'Runs of repeated tasks in this process.')

/**
 * Does something again and again, never twice at the same time. What it throws is logged, and it is tried again.
 *
 * @param task given a signal that tells when the process is about to end
 * @param options.everyMs pause between the end of one time and the beginning of the next
 * @returns a function that stops it, and waits for what is under way
 */
export function repeat(
  task: (signal: AbortSignal) => Promise<unknown>,
  { everyMs, name, log }: { everyMs: number; name: string; log: Log },
): () => Promise<void> {
  const ending = new AbortController()
  const pause = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(done, everyMs)
      ending.signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        ending.signal.removeEventListener('abort', done)
        resolve()
      }
    })
  const run = async () => {
    while (!ending.signal.aborted) {
      try {
        await task(ending.signal)
        countRun({ task: name, outcome: 'done' })
      } catch (error) {
        countRun({ task: name, outcome: 'failed' })
        log.error({ err: error, task: name }, 'repeated task failed')
      }
      await pause()
    }
  }
  const running = run()
  return async () => {
    ending.abort()
    await running
  }
}
