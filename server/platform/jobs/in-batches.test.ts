import { expect, test, vi } from 'vitest'
import { inBatches } from './in-batches.ts'

const lengths = async (keys: string[]) =>
  new Map(keys.filter(key => key !== '').map(key => [key, key.length]))

test('keys of one turn of the event loop are one batch, deduplicated', async () => {
  const ask = vi.fn(lengths)
  const lengthOf = inBatches(ask)
  expect(await Promise.all(['a', 'bb', 'a', ''].map(lengthOf))).toEqual([1, 2, 1, undefined])
  expect(ask.mock.calls).toEqual([[['a', 'bb', '']]])
})

test('a later key is queried anew (no cache), even while the first batch is in flight', async () => {
  const told: (() => void)[] = []
  const ask = vi.fn(
    (keys: string[]) =>
      new Promise<Map<string, number>>(resolve => {
        told.push(() => resolve(new Map(keys.map(key => [key, told.length]))))
      }),
  )
  const answer = inBatches(ask)
  const first = answer('a')
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  const second = answer('a')
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  for (const tell of told) tell()
  await Promise.all([first, second])
  expect(ask.mock.calls).toEqual([[['a']], [['a']]])
})

test('a failed batch rejects all its keys, and no later ones', async () => {
  const ask = vi.fn(lengths).mockRejectedValueOnce(new Error('down'))
  const lengthOf = inBatches(ask)
  const failed = await Promise.allSettled(['a', 'b'].map(lengthOf))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await lengthOf('a')).toBe(1)
})
