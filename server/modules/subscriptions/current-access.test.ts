import { expect, test } from 'vitest'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { listedDeviceLimit } from './current-access.ts'

const six = { state: 'active', reads: true, device_limit: 6 } as const
const three = { ...six, device_limit: 3 }

test.each([
  ['none', [], 0],
  ['the highest of two that run', [three, six], 6],
  ['not of one that begins later', [three, { ...six, state: 'future' as const }], 3],
  ['not of one that has ended', [{ ...six, state: 'inactive' as const }, three], 3],
  ['not of a package that its administrator only manages', [{ ...six, reads: false }], 0],
])('R3.07 the device limit of listed subscriptions: %s', (_name, items, limit) => {
  expect(listedDeviceLimit(items.map(exampleSubscription))).toBe(limit)
})
