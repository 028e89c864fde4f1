import { globSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { locales } from '#contract/wire.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { hasMessage } from '#server/platform/texts/messages.ts'
import { personalColumns } from '../personal-columns.ts'
import { archivedLists, told } from './archived-lists.ts'
import { leftOut } from './left-out.ts'
import { namesOf } from './read-list.ts'
import { sayActivity, sayValue } from './say-value.ts'

type Column = { table: string; column: string; values: readonly string[] }

/** Every column of the schema, with what an enumeration may be. */
const columns: Column[] = []
const files = [
  'server/modules/*/tables.ts',
  'server/gateways/forum/embedded/tables.ts',
  'server/ops/tables.ts',
]
for (const path of files.flatMap(pattern => globSync(pattern, { cwd: projectRoot }))) {
  const tables: Record<string, unknown> = await import(join(projectRoot, path))
  for (const table of Object.values(tables)) {
    if (!is(table, PgTable)) continue
    for (const [name, { enumValues = [] }] of Object.entries(getTableColumns(table))) {
      const [column = ''] = Object.keys(inSnakeCase({ [name]: 1 }))
      columns.push({ table: getTableName(table), column, values: enumValues })
    }
  }
}
const wordsOf = (text: string) => text.split(' ')

const concerned = Object.entries(personalColumns).flatMap(([table, { rows }]) =>
  rows === 'nobodys' && !['withdrawals', 'disputes'].includes(table) ? [] : [table],
)

test('R13.04 every column of every personal table is in the archive or left out with a reason', () => {
  expect(concerned.length).toBeGreaterThan(40)
  expect(Object.keys(leftOut).sort()).toEqual(concerned.sort())
  for (const table of concerned) {
    const given = new Set(archivedLists.flatMap(list => (list.table === table ? list.columns : [])))
    const out = Object.values(leftOut[table] ?? {}).flatMap(wordsOf)
    const known = columns.flatMap(each => (each.table === table ? [each.column] : []))
    expect(
      [...given, ...out].sort(),
      `${table}: name a new column in archived-lists.ts or left-out.ts`,
    ).toEqual(known.sort())
  }
  expect(archivedLists.filter(({ table }) => !concerned.includes(table))).toEqual([])
})

test('R13.04 a list has rows of its own where an erasure does not say whose they are', () => {
  const unknown = archivedLists.filter(
    ({ table, rows }) => !rows && personalColumns[table]?.rows === 'nobodys',
  )
  expect(unknown).toEqual([])
})

test('R13.04 each list, column and enumerated value has its words in both languages', () => {
  for (const list of archivedLists) {
    expect(hasMessage(`archive.list.${list.name}`), list.name).toBe(true)
    for (const name of namesOf(list)) expect(hasMessage(`archive.label.${name}`), name).toBe(true)
    for (const { table, column, values } of columns) {
      // What a mail is called stands in no sentence, and brands are called the same everywhere.
      if (table !== list.table || !list.columns.includes(column) || column === 'provider') continue
      const name = told[column]?.name ?? column
      // The log has words of its own.
      if (list.name === 'activity_log') continue
      for (const value of values) {
        if (['google', 'facebook', 'apple', 'web', 'blog', 'tablet'].includes(value)) continue
        expect(hasMessage(`archive.value.${name}`), `${table}.${column}`).toBe(true)
        for (const locale of locales) {
          const said = sayValue(locale, name, value)
          expect(
            said === '' || /_/.test(said) || (locale === 'sk' && said === value),
            `${name} ${value}`,
          ).toBe(false)
        }
      }
    }
  }
})

test.each([
  ['sk', 'price_cents', 8990, '89,90\u00a0€'],
  ['en', 'price_cents', 8990, '€89.90'],
  ['sk', 'at', '2026-11-22T13:03:00Z', '22.\u00a0novembra\u00a02026, 14:03'],
  ['sk', 'paid_on', '2026-11-22', '22.\u00a0novembra\u00a02026'],
  ['sk', 'remember', true, 'áno'],
  ['sk', 'state', 'charge_failed', 'platba neprešla'],
  ['en', 'state', 'something_new', 'something_new'],
  ['sk', 'note', null, ''],
  ['sk', 'address', { name: 'Eva', street: null, zip: '811 01' }, 'Meno: Eva; PSČ: 811 01'],
  ['sk', 'codes', ['rano', 'vecer'], 'rano, vecer'],
  ['sk', 'feedback', '{value} <b> \\u0041', '{value} <b> \\u0041'],
] as const)('R13.04 a value is said in %s: %s %s', (locale, name, value, said) => {
  expect(sayValue(locale, name, value)).toBe(said)
})

test.each([
  ['sk', {}, 'Poslali ste odkaz na prístup'],
  ['sk', { count: '3' }, 'Poslali ste 3\u00a0odkazy'],
  ['en', {}, 'You sent a link'],
] as const)('R13.04 what happened is said in %s, of one or of several: %j', (locale, details, said) => {
  expect(sayActivity(locale, { kind: 'access_link_sent', details })).toContain(said)
})
