import { readFile, stat } from 'node:fs/promises'
import { lineOfPath, lineOfSyntaxFault } from './json-places.ts'
import { LoadError } from './load-error.ts'
import type { Row } from './row.ts'

/** Largest JSON file; a longer list has to be CSV, which is streamed. */
const largestBytes = 64 * 1024 * 1024

/**
 * The rows of a JSON file, which is one array.
 *
 * @param file name for the messages
 * @throws LoadError when it is too large, not UTF-8, not JSON or not an array
 */
export async function* readJson(path: string, file: string): AsyncGenerator<Row> {
  if ((await stat(path)).size > largestBytes) {
    throw new LoadError(`${file}: the file is larger than 64 MB: write it as CSV, which is read row by row.`)
  }
  const text = decode(await readFile(path), file)
  const rows = parse(text, file)
  for (const [index, value] of rows.entries()) {
    yield {
      value,
      line: fieldPath => lineOfPath(text, [index, ...fieldPath]),
      place: fieldPath => `$[${index}]${fieldPath.map(inJsonPath).join('')}`,
    }
  }
}

const inJsonPath = (part: PropertyKey) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)

function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new LoadError(`${file}: the file is not UTF-8: save it as UTF-8.`)
  }
}

function parse(text: string, file: string): unknown[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const line = lineOfSyntaxFault(text) ?? 1
    throw new LoadError(
      `${file}:${line}: this is not valid JSON; look for a missing or surplus comma, quotation mark or bracket here or on the line before.`,
    )
  }
  if (!Array.isArray(value)) {
    throw new LoadError(
      `${file}:1: the file must be a list; put [ before the first row and ] after the last.`,
    )
  }
  return value
}
