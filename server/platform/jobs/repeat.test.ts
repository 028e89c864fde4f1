import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { repeat } from './repeat.ts'

const log = createLog('silent')

test('a task that is stopped in the middle of a run ends with that run, without the pause after it', async () => {
  const { promise: running, resolve: finish } = Promise.withResolvers<void>()
  let runs = 0
  const stop = repeat(
    async () => {
      runs++
      await running
    },
    { everyMs: 3_600_000, name: 'stopped in a run', log },
  )
  const stopped = stop()
  finish()
  await stopped
  expect(runs).toBe(1)
})
