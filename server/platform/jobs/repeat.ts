import type { Log } from '../telemetry/log.ts'
import { createCounter } from '../telemetry/metrics.ts'

const countRun = createCounter('profil_task_runs_total', 'Runs of repeated tasks in this process.', [
  'task',
  'outcome',
])

/**
 * Repeats a task, never overlapping. An error is logged, and the next run comes as usual.
 *
 * @param task given a signal that aborts when the process is shutting down
 * @param options.everyMs pause between the end of one run and the beginning of the next
 * @returns a function that stops it, and waits for the current run
 */
export function repeat(
  task: (signal: AbortSignal) => Promise<unknown>,
  { everyMs, name, log }: { everyMs: number; name: string; log: Log },
): () => Promise<void> {
  const ending = new AbortController()
  const pause = () =>
    new Promise<void>(resolve => {
      // An aborted signal tells no listener that comes later.
      if (ending.signal.aborted) return resolve()
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
