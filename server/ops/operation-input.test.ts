import { expect, test } from 'vitest'
import { SharedPart } from '#server/modules/feature-flags/index.ts'
import { readCommand } from './command-line.ts'

/** Input of a command, as docs/operations.md writes it. */
function inputOf(...words: string[]): unknown {
  const command = readCommand(words)
  return command.kind === 'operation' ? command.input : undefined
}

test.each([
  [['--sold', 'false'], false],
  [['--sold=false'], false],
  [['--no-sold'], false],
  [['--sold', 'true'], true],
  [['--sold'], true],
])('a switch may be said with its value: products change premium_1y %j', (words, sold) => {
  expect(inputOf('products', 'change', 'premium_1y', ...words)).toEqual({ code: 'premium_1y', sold })
  expect(inputOf('products', 'change', ...words, 'premium_1y')).toEqual({ code: 'premium_1y', sold })
})

test('a value of another option may be the word of a switch', () => {
  expect(inputOf('gifts', 'cancel', '7', '--refund', 'false', '--dry-run')).toEqual({
    id: 7,
    refund: false,
    dry_run: true,
  })
  expect(inputOf('mode', 'end', '--note', 'true')).toEqual({ note: 'true' })
  expect(() => inputOf('gifts', 'cancel', '7', '--refund', 'no')).toThrow('operation_refused')
})

test('a part of the rules of flags is JSON', () => {
  const part = { kind: 'saved_group', key: 'editors', definition: ['7', '8'] }
  const input = inputOf('flags', 'change-part', 'saved_group', 'editors', '--definition', '["7", "8"]')
  expect(input).toEqual(part)
  expect(SharedPart.safeParse(input).success).toBe(true)
})
