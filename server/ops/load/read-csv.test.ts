import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { readCsv } from './read-csv.ts'

const folder = await mkdtemp(join(tmpdir(), 'profil-csv-'))
afterAll(() => rm(folder, { recursive: true }))

const schema = z.strictObject({
  code: z.string(),
  name: z.strictObject({ sk: z.string(), en: z.string() }).optional(),
  price_cents: z.int().optional(),
  sold: z.boolean().optional(),
  access: z.array(z.string()).optional(),
  renewal: z
    .discriminatedUnion('state', [
      z.strictObject({ state: z.literal('on') }),
      z.strictObject({ state: z.literal('off'), tries: z.int() }),
    ])
    .optional(),
})

async function read(content: string | Buffer) {
  const path = join(folder, 'list.csv')
  await writeFile(path, content)
  const rows: { value: unknown; line: number; fault?: string }[] = []
  for await (const row of readCsv(path, 'list.csv', schema)) {
    rows.push({ value: row.value, line: row.line([]), ...(row.fault ? { fault: row.fault } : {}) })
  }
  return rows
}

test('cells become what the schema asks for; empty ones are not there', async () => {
  const rows = await read(
    'code,name.sk,name.en,price_cents,sold,access,renewal.state,renewal.tries\n' +
      '0341,jeden,one,8990,true,web  forum,off,3\n' +
      'b,,,,,,,\n',
  )
  expect(rows).toEqual([
    {
      line: 2,
      value: {
        code: '0341',
        name: { sk: 'jeden', en: 'one' },
        price_cents: 8990,
        sold: true,
        access: ['web', 'forum'],
        renewal: { state: 'off', tries: 3 },
      },
    },
    { line: 3, value: { code: 'b' } },
  ])
})

test('what spreadsheets write is read: a byte order mark, semicolons, quotes, lines inside cells', async () => {
  const rows = await read('\ufeffcode;name.sk;name.en\r\na;"dva\nriadky; ""tu""";x\r\n\r\nb;c;d')
  expect(rows).toEqual([
    { line: 2, value: { code: 'a', name: { sk: 'dva\nriadky; "tu"', en: 'x' } } },
    { line: 5, value: { code: 'b', name: { sk: 'c', en: 'd' } } },
  ])
})

test('R18.01 a quote inside an unquoted cell is literal', async () => {
  const rows = await read('code,name.sk,name.en\na,disk 5" a 3",disk\nb,"8"" disk",x\n')
  expect(rows).toEqual([
    { line: 2, value: { code: 'a', name: { sk: 'disk 5" a 3"', en: 'disk' } } },
    { line: 3, value: { code: 'b', name: { sk: '8" disk', en: 'x' } } },
  ])
})

test.each([
  ['code,sold\na,true\n"b,true\nc,true\n', /^list\.csv:3: the row does not end/],
  ['code,code\n', /^list\.csv:1: the first line must name each field once/],
  ['code,__proto__.x\n', /^list\.csv:1: the first line/],
  [Buffer.from('code\nm\u00e4kke\n', 'latin1'), /^list\.csv: the file is not UTF-8/],
])('%j is refused with its place', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message)
})

test('a row with too few cells is a fault, and those after it are read', async () => {
  const rows = await read('code,sold\na,true\nb\nc,false\n')
  expect(rows.map(row => row.fault)).toEqual([
    undefined,
    expect.stringMatching(/^the row has 1 cells and the first line names 2/),
    undefined,
  ])
})

test('prototype pollution: a column named like a part of every object touches nothing else', async () => {
  const [row] = await read('code,constructor.prototype.x\na,1\n')
  expect(row?.value).toMatchObject({ code: 'a' })
  expect(({} as { x?: unknown }).x).toBeUndefined()
})
