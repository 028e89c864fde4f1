import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod'
import { type Column, describeTables, type Table } from './columns.ts'
import { addressOf, nameOf } from './names.ts'
import { templateReaders } from './readers.ts'

/** A field of a copied row, by the number of the copy. */
type Field = string | ((copy: number) => string)

/**
 * Copies every reader's rows so many times, by COPY, with ids, addresses and numbers of their own. Foreign keys are not
 * checked row by row meanwhile, and indexes are made afterwards; both hold at the end, or this throws.
 *
 * @param copies how many readers each template is in the end
 * @param tell called with a line for each table
 */
export async function multiply(client: Client, copies: number, tell: (line: string) => void): Promise<void> {
  const tables = await describeTables(client)
  const strides = new Map(tables.map(({ name, stride }) => [name, stride]))
  const indexes = await dropIndexes(client)
  await client.query('set session_replication_role = replica')
  for (const table of tables) {
    const begun = performance.now()
    await copyTable(client, table, strides, copies)
    const seconds = (performance.now() - begun) / 1000
    const added = table.rows * (copies - 1)
    tell(`${table.name}: ${added + table.rows} rows, ${Math.round(added / seconds)} a second`)
  }
  await client.query('reset session_replication_role')
  await continueNumbers(client, tables)
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const index of indexes) await client.query(index)
  await requireReferences(client)
  await client.query('vacuum analyze')
  tell(`${indexes.length} indexes made, references checked, statistics taken`)
}

async function copyTable(
  client: Client,
  table: Table,
  strides: ReadonlyMap<string, number>,
  copies: number,
): Promise<void> {
  const names = table.columns.map(({ name }) => `"${name}"`)
  const isOfDocuments = table.name === 'documents'
  const { rows } = await client.query({
    text: `select ${names.map(name => `${name}::text`).join(', ')} from ${table.name} ${isOfDocuments ? 'order by issued_at' : ''}`,
    rowMode: 'array',
  })
  const series = isOfDocuments ? await countSeries(client) : undefined
  const templates = z
    .array(z.array(z.string().nullable()))
    .parse(rows)
    .map(values => {
      const valueOf = (name: string) => values[table.columns.findIndex(column => column.name === name)] ?? ''
      return joined(
        table.columns.map((column, place) => {
          const value = values[place] ?? null
          if (value === null) return '\\N'
          if (column.name === 'serial' && series) {
            return shiftedBy(value, series.get(`${valueOf('kind')} ${valueOf('year')}`) ?? 0)
          }
          return fieldOf(table, column, value, strides)
        }),
      )
    })
  const into = client.query(copyFrom(`copy ${table.name} (${names.join(', ')}) from stdin`))
  const lines = isOfDocuments ? linesByTemplate(templates, copies) : linesByCopy(templates, copies)
  await pipeline(Readable.from(lines, { objectMode: true }), into)
}

const lineOf = (template: readonly Field[], copy: number): string =>
  template.map(part => (typeof part === 'string' ? part : part(copy))).join('')

/** Lines of COPY's text format, in pieces of one copy of all templates; the first copy is there already. */
function* linesByCopy(templates: readonly Field[][], copies: number): Generator<string> {
  for (let copy = 1; copy < copies; copy++) yield templates.map(template => lineOf(template, copy)).join('')
}

/** The same, in pieces of all copies of one template: documents of one time lie side by side, as they are written. */
function* linesByTemplate(templates: readonly Field[][], copies: number): Generator<string> {
  for (const template of templates) {
    yield Array.from({ length: copies - 1 }, (_, index) => lineOf(template, index + 1)).join('')
  }
}

function fieldOf(
  table: Table,
  { name, change }: Column,
  value: string,
  strides: ReadonlyMap<string, number>,
): Field {
  const place = `${table.name}.${name}`
  if (name === 'email') return copy => addressOf(value, copy)
  if (place === 'users.name') return copy => nameOf(Number(value.split(' ')[1]), copy)
  if (place === 'users.phone')
    return copy => `09${String(Number(value.slice(2)) + copy * templateReaders).padStart(8, '0')}`
  if (name === 'variable_symbol') return shiftedBy(value, strides.get('payments') ?? 0)
  if (place === 'cards.gateway_token') {
    const stride = strides.get('cards') ?? 0
    const number = Number(value.split('-').at(-1))
    return copy => `demo-card-renewal-${number + copy * stride}`
  }
  if (change?.by === 'shift') return shiftedBy(value, strides.get(change.table) ?? 0)
  const escaped = value.replaceAll(/[\\\t\n\r]/g, each => escapes[each] ?? '')
  return change?.by === 'ending' ? copy => `${escaped}-${copy.toString(36)}` : escaped
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const shiftedBy = (value: string, stride: number) => (copy: number) => String(Number(value) + copy * stride)

/** A line, with neighbouring fields that never change in one piece. */
function joined(fields: readonly Field[]): Field[] {
  const parts: Field[] = []
  for (const [place, field] of fields.entries()) {
    const end = place === fields.length - 1 ? '\n' : '\t'
    for (const part of [field, end]) {
      const last = parts.at(-1)
      if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
      else parts.push(part)
    }
  }
  return parts
}

/** Documents of each kind and year. */
async function countSeries(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query(
    `select kind || ' ' || year as series, count(*)::int as count from documents group by 1`,
  )
  return new Map(
    z
      .array(z.object({ series: z.string(), count: z.int() }))
      .parse(rows)
      .map(({ series, count }) => [series, count]),
  )
}

/** Drops the indexes that no constraint has. @returns the statements that make them again */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`)
  const indexes = z.array(z.object({ name: z.string(), made: z.string() })).parse(rows)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return indexes.map(({ made }) => made)
}

/** What the product numbers next comes after what is there. */
async function continueNumbers(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name, stride } of tables) {
    if (stride > 0)
      await client.query(
        `select setval(pg_get_serial_sequence('${name}', 'id'), (select max(id) from ${name}))`,
      )
  }
  await client.query(`select setval('variable_symbols', (select max(variable_symbol::bigint) from payments))`)
  await client.query(`update document_counters set last = (
    select max(serial) from documents where kind = document_counters.kind and year = document_counters.year)`)
}

/** @throws when a row names one that is not there */
async function requireReferences(client: Client): Promise<void> {
  const { rows } = await client.query(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to, child.attname as column, parent.attname as key
    from pg_constraint
    join pg_attribute child on child.attrelid = conrelid and child.attnum = conkey[1]
    join pg_attribute parent on parent.attrelid = confrelid and parent.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  const Reference = z.object({ from: z.string(), to: z.string(), column: z.string(), key: z.string() })
  for (const { from, to, column, key } of z.array(Reference).parse(rows)) {
    const found = await client.query(
      `select from ${from} child left join ${to} parent on parent."${key}" = child."${column}"
       where child."${column}" is not null and parent."${key}" is null limit 1`,
    )
    if (found.rowCount !== 0)
      throw new Error(`A row of ${from} names in ${column} a row of ${to} that is not there`)
  }
}
