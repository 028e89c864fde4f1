// Set-up of every server test file: `toMatchObject` takes any two values of Temporal for equal, since they have no
// properties of their own. They are compared by what they say.
import { expect } from 'vitest'

const isTemporal = (value: unknown): value is { toJSON: () => string } =>
  typeof value === 'object' &&
  value !== null &&
  Object.prototype.toString.call(value).startsWith('[object Temporal.')

expect.addEqualityTesters([
  (received, expected) => {
    if (!isTemporal(received) || !isTemporal(expected)) return undefined
    return received.toJSON() === expected.toJSON()
  },
])
