import * as z from 'zod'
import { readCsvRecords } from './csv-records.ts'
import { LoadError } from './load-error.ts'
import type { Row } from './row.ts'

type FieldType = 'number' | 'boolean' | 'list' | 'text'

/**
 * The rows of a CSV file as the objects that JSON would hold: the first line names the fields, a dot leads inside
 * (`name.sk`), an empty cell is a field that is not there, a list is separated by spaces.
 *
 * @param schema of one row; it tells which cells are numbers, yes or no, and lists
 * @throws LoadError when the first line is wrong
 */
export async function* readCsv(path: string, file: string, schema: z.ZodType): AsyncGenerator<Row> {
  let columns: Column[] | undefined
  for await (const { cells, line } of readCsvRecords(path, file)) {
    if (columns === undefined) {
      columns = readHeader(cells, schema, `${file}:${line}`)
      continue
    }
    yield {
      value: toObject(columns, cells),
      ...(cells.length === columns.length
        ? {}
        : {
            fault: `the row has ${cells.length} cells and the first line names ${columns.length}; add or remove cells, and quote those that hold the separator.`,
          }),
      line: () => line,
      place: fieldPath => fieldPath.map(String).join('.'),
    }
  }
}

/** A field, and the objects inside the row that it is in. */
type Column = { inside: string[]; name: string; type: FieldType }

function readHeader(names: string[], schema: z.ZodType, place: string): Column[] {
  const shape: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const seen = new Set<string>()
  return names.map(each => {
    const path = each.trim()
    if (!/^[a-z]\w*(\.[a-z]\w*)*$/.test(path) || seen.has(path)) {
      throw new LoadError(
        `${place}: the first line must name each field once, such as email or name.sk; correct "${path}".`,
      )
    }
    seen.add(path)
    const parts = path.split('.')
    return { inside: parts.slice(0, -1), name: parts.at(-1) ?? path, type: typeAt(shape, parts) ?? 'text' }
  })
}

const Shape = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
})

/** JSON Schema of a field; the first alternative with a type decides. */
function typeAt(schema: unknown, parts: readonly string[]): FieldType | undefined {
  const shape = Shape.safeParse(schema).data
  if (shape === undefined) return undefined
  const [part, ...rest] = parts
  const alternatives = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])]
  const inside = alternatives.map(each => typeAt(each, parts)).find(type => type !== undefined)
  if (inside !== undefined) return inside
  if (part !== undefined) return typeAt(shape.properties?.[part], rest)
  const types = [shape.type ?? []].flat()
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('boolean')) return 'boolean'
  if (types.includes('array')) return 'list'
  return types.includes('string') ? 'text' : undefined
}

function toObject(columns: Column[], cells: string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, { inside, name, type }] of columns.entries()) {
    const cell = cells[index]?.trim() ?? ''
    if (cell !== '') inside.reduce(innerObject, row)[name] = convert(cell, type)
  }
  return row
}

/** The object that an object has under a name; made when there is none. */
function innerObject(outer: Record<string, unknown>, name: string): Record<string, unknown> {
  const known = Object.hasOwn(outer, name) ? outer[name] : undefined
  const inner = isObject(known) ? known : {}
  outer[name] = inner
  return inner
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A text that can't be converted stays, and is refused by the schema. */
function convert(cell: string, type: FieldType): unknown {
  switch (type) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
    case 'boolean':
      return cell === 'true' ? true : cell === 'false' ? false : cell
    case 'list':
      return cell.split(/\s+/)
    case 'text':
      break
  }
  return cell
}
