import { describe, expect, test } from 'vitest'
import { createSwitchboard } from './switchboard.ts'

type Call = { key: string; on: boolean; answer: () => void; refuse: (error: unknown) => void }

/** A switchboard with a fake server whose answers the test controls. */
function board() {
  const calls: Call[] = []
  const held = new Map<string, boolean>()
  const refused: string[] = []
  const switches = createSwitchboard({
    send: (key, on) =>
      new Promise<void>((resolve, reject) => calls.push({ key, on, answer: resolve, refuse: reject })),
    onHeld: (key, on) => void held.set(key, on),
    onRefused: (key, { on }) => void refused.push(`${key} ${on}`),
  })
  return { calls, held, refused, switches, isOn: (key: string) => switches.isOn(key, held.get(key) ?? false) }
}
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('switches that act at once', () => {
  test('show what was pressed before it is saved (optimistic update)', async () => {
    const { calls, switches, isOn, held } = board()
    switches.turn('a', true)
    expect(isOn('a')).toBe(true)
    expect(held.size).toBe(0)
    calls[0]?.answer()
    await settled()
    expect(held.get('a')).toBe(true)
    expect(isOn('a')).toBe(true)
  })

  test('R1.06 thirty presses on each of thirty switches end in the state shown', async () => {
    const { calls, switches, isOn, held } = board()
    const keys = Array.from({ length: 30 }, (_, index) => `newsletter-${index}`)
    for (let press = 0; press < 30; press++) {
      for (const [index, key] of keys.entries()) switches.turn(key, (press + index) % 2 === 0)
      // Some answers come between presses and out of order.
      if (press % 3 === 0) calls.at(-1 - press)?.answer()
      if (press % 7 === 0) await settled()
    }
    const shown = keys.map(isOn)
    while (calls.length > 0) {
      calls.shift()?.answer()
      await settled()
    }
    expect(keys.map(isOn)).toEqual(shown)
    expect(keys.map(key => held.get(key))).toEqual(shown)
  })

  test('send one change of a switch at a time, and coalesce overtaken ones', async () => {
    const { calls, switches } = board()
    for (const on of [true, false, true, false]) switches.turn('a', on)
    expect(calls.map(call => call.on)).toEqual([true])
    calls[0]?.answer()
    await settled()
    expect(calls.map(call => call.on)).toEqual([true, false])
    calls[1]?.answer()
    await settled()
    expect(calls).toHaveLength(2)
  })

  test('R8.13 roll back when refused and keep the reason, until pressed again', async () => {
    const { calls, switches, isOn, refused } = board()
    switches.turn('a', true)
    calls[0]?.refuse(new Error('no'))
    await settled()
    expect(isOn('a')).toBe(false)
    expect(refused).toEqual(['a true'])
    expect(switches.refusalOf('a')).toMatchObject({ on: true, error: new Error('no') })
    switches.turn('a', true)
    expect(switches.refusalOf('a')).toBeUndefined()
    calls[1]?.answer()
    await settled()
    expect(isOn('a')).toBe(true)
  })

  test('ignore the refusal of a change that a later press has overtaken', async () => {
    const { calls, switches, isOn, refused } = board()
    switches.turn('a', true)
    switches.turn('a', false)
    calls[0]?.refuse(new Error('no'))
    await settled()
    expect(calls.map(call => call.on)).toEqual([true, false])
    calls[1]?.answer()
    await settled()
    expect(refused).toEqual([])
    expect(isOn('a')).toBe(false)
  })
})
