import { expect, test } from 'vitest'
import * as z from 'zod'
import { operationOf } from '#server/testing/make/operator.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { csvOf, printAnswer, sayMore } from './print-answer.ts'

test('a list is a table, with its other fields below', () => {
  expect(
    printAnswer({
      items: [
        { id: 1, name: 'Jana' },
        { id: 22, name: null },
      ],
      total: 2,
      none: [],
    }),
  ).toBe(['id  name', '1   Jana', '22  –', 'total  2'].join('\n'))
  expect(printAnswer({ items: [] })).toBe('There is none.')
  expect(printAnswer({ items: [{ id: 1 }, { id: 22, name: 'Jana' }] })).toBe('id  name\n1   –\n22  Jana')
})

test('anything else is its fields, with the lists in it below', () => {
  expect(printAnswer({ id: 1, codes: ['a', 'b'], open: false, payments: [{ id: 7, state: 'paid' }] })).toBe(
    ['id     1', 'codes  a, b', 'open   false', '', 'payments', 'id  state', '7   paid'].join('\n'),
  )
})

test('overlong cells are truncated', () => {
  const [, line = ''] = printAnswer({ items: [{ long: 'x'.repeat(100) }] }).split('\n')
  expect(line).toBe(`${'x'.repeat(59)}…`)
})

test('a list is a CSV for spreadsheets, without formulas (CSV injection)', () => {
  const anything = { output: z.unknown() }
  const items = [
    { id: 1, text: 'áno, "nie"', at: null },
    { id: -2, text: '=HYPERLINK("x")', at: 'a\nb' },
  ]
  expect(csvOf(anything, { items })).toBe(
    '\uFEFFid,text,at\r\n1,"áno, ""nie""",\r\n-2,"\'=HYPERLINK(""x"")",a b\r\n',
  )
  expect(csvOf(anything, { id: 1 })).toBeUndefined()
})

test('a CSV has all columns of its list, also where the first row lacks one, or there is no row', () => {
  const output = z.object({ items: z.array(z.object({ id: z.int(), text: z.string().optional() })) })
  expect(csvOf({ output }, { items: [{ id: 1 }, { id: 2, text: 'áno' }] })).toBe(
    '\uFEFFid,text\r\n1,\r\n2,áno\r\n',
  )
  const lists = operations.filter(each => each.kind === 'read' && isList(each))
  expect(lists.length).toBeGreaterThan(15)
  for (const list of lists) expect(csvOf(list, { items: [] }), list.name).toMatch(/^\uFEFF\w+(,\w+)+\r\n$/)
})

const isList = ({ output }: Operation) => output instanceof z.ZodObject && 'items' in output.shape

test('terminal escape sequences in a reader’s text are removed', () => {
  expect(printAnswer({ name: 'Jana\u001b]0;x\u0007\u009b2J' })).toBe('name  Jana ]0;x  2J')
})

test('a list that was cut says so, and how to get the rest', () => {
  const items = (count: number) => ({ items: Array.from({ length: count }, (_, id) => ({ id })) })
  const entries = operationOf('transfers entries')
  expect(sayMore(entries, {}, items(49))).toBeUndefined()
  expect(sayMore(entries, {}, items(50))).toBe(
    'These are 50, and there may be more: --limit gives more at once, --before ID of the last one those that follow.',
  )
  expect(sayMore(entries, { limit: 2 }, items(2))).toMatch(/^These are 2, /)
  expect(sayMore(operationOf('products list'), {}, items(50))).toBeUndefined()
})
