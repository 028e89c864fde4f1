import { afterEach, expect, test, vi } from 'vitest'
import { Nickname } from './nickname.ts'

afterEach(() => vi.restoreAllMocks())

test('R17.01 a nickname is looked at for its length before it is normalised, which makes eighteen characters of some', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const { success } = Nickname.safeParse('\uFDFA'.repeat(30_000))
  expect([success, normalize.mock.calls.length]).toEqual([false, 0])
  expect(Nickname.safeParse('\uFF2Aana').data).toBe('Jana')
})
