import { expect, test } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

test('two pieces of work run at once, the others in order of arrival', async () => {
  const queue = createBoundedQueue({ atOnce: 2, waiting: 10, retryAfterS: 2 })
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const done = gates.map((gate, index) =>
    queue(async () => {
      started.push(index)
      await gate.promise
      return index
    }),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])

  gates[1]?.resolve()
  await done[1]
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])

  for (const gate of gates) gate.resolve()
  expect(await Promise.all(done)).toEqual([0, 1, 2, 3])
})

test('beyond the queue work is refused with Retry-After, and accepted again later', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waiting: 1, retryAfterS: 7 })
  const gate = Promise.withResolvers<void>()
  const running = queue(() => gate.promise)
  const waiting = queue(async () => 'waited')

  await expect(queue(async () => 'too much')).rejects.toMatchObject({
    faults: [{ key: 'service_unavailable' }],
    retryAfterS: 7,
  })

  gate.resolve()
  await running
  expect(await waiting).toBe('waited')
  expect(await queue(async () => 'later')).toBe('later')
})

test('failed work frees its slot', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waiting: 0, retryAfterS: 1 })
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue(async () => 'next')).toBe('next')
})
