import { expect, test } from 'vitest'
import { shuffleOptions } from './shuffle-options.ts'

const options = ['price', 'little_time', 'content', 'adverts', 'other', 'technical'].map(code => ({ code }))
const orderFor = (reader: number) => shuffleOptions(options, `${reader}`).map(each => each.code)

test('R13.16 the reasons have an order of each reader, the same each time, and the other reason is last', () => {
  const first = new Map<string, number>()
  for (let reader = 1; reader <= 1000; reader++) {
    const order = orderFor(reader)
    expect(orderFor(reader)).toEqual(order)
    expect(order.toSorted()).toEqual(options.map(each => each.code).toSorted())
    expect(order.at(-1)).toBe('other')
    first.set(order[0] ?? '', (first.get(order[0] ?? '') ?? 0) + 1)
  }
  // Each of the five stands first for about a fifth of readers.
  expect(first.size).toBe(5)
  for (const readers of first.values()) expect(readers).toBeGreaterThan(120)
})
