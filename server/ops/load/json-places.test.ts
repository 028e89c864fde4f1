import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOfPath, lineOfSyntaxFault } from './json-places.ts'

const text = `[
  { "code": "a", "name": { "sk": "jeden" } },
  {
    "code": "b",
    "note": "[{\\"x\\": 1}, ",
    "access": [
      "web",
      "forum"
    ]
  }
]`

test('the line of every value is found, whatever its neighbours are', () => {
  expect(lineOfPath(text, [0, 'name', 'sk'])).toBe(2)
  expect(lineOfPath(text, [1, 'code'])).toBe(4)
  expect(lineOfPath(text, [1, 'access', 1])).toBe(8)
})

test('a missing value is placed at what should hold it', () => {
  expect(lineOfPath(text, [1, 'access', 7])).toBe(6)
  expect(lineOfPath(text, [1, 'price_cents'])).toBe(3)
  expect(lineOfPath(text, [5])).toBe(1)
})

test.each([
  ['[\n  1,\n]', 3],
  ['[\n  { "a": 1\n    "b": 2 }\n]', 3],
  ['[\n  { "a": "open }\n]', 2],
  ['[\n  { a: 1 }\n]', 2],
  ['[1]\n[2]', 2],
  ['[\n 1', 2],
])('%j stops being JSON on line %i', (broken, line) => {
  expect(lineOfSyntaxFault(broken)).toBe(line)
})

test('a fault is seen in exactly those texts that JSON.parse refuses', () => {
  const mangled = fc
    .tuple(
      fc.json({ depthSize: 'small' }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', ':', '0', '\n', '\\'),
    )
    .map(
      ([json, at, put]) =>
        json.slice(0, at % (json.length + 1)) + put + json.slice((at % (json.length + 1)) + 1),
    )
  fc.assert(
    fc.property(fc.oneof(fc.json(), mangled), candidate => {
      expect(lineOfSyntaxFault(candidate) === undefined).toBe(parses(candidate))
    }),
    { numRuns: 2000 },
  )
})

function parses(candidate: string): boolean {
  try {
    JSON.parse(candidate)
    return true
  } catch {
    return false
  }
}
