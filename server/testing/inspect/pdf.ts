import { inflateSync } from 'node:zlib'

/**
 * Extracts the text of a PDF by the ToUnicode table of each embedded font.
 *
 * @param pdf the whole file
 * @returns its text, a line for each piece that was drawn, and its structure's tags in the order of the file
 */
export function readPdf(pdf: Uint8Array): { text: string; tags: string[]; raw: string } {
  const raw = Buffer.from(pdf).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of raw.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) objects.set(id, body)
  const letters = new Map<string, Map<string, string>>()
  for (const body of objects.values()) {
    for (const [, name = '', font = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1]
      if (table !== undefined) letters.set(name, lettersOf(streamOf(objects.get(table) ?? '')))
    }
  }
  const drawn = [...objects.values()].map(streamOf).filter(stream => / T[fJ]/.test(stream))
  return {
    text: drawn.map(stream => readStream(stream, letters)).join('\n'),
    tags: [...raw.matchAll(/\/S \/(\w+)\n/g)].map(match => match[1] ?? ''),
    raw,
  }
}

function streamOf(body: string): string {
  const start = body.indexOf('stream\n')
  if (start < 0) return ''
  const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1')
  return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

/** The characters of each glyph, as `beginbfrange` with a list writes them; a ligature has several, parted by a space. */
function lettersOf(table: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([\da-f ]*)>/gi)].entries()) {
      found.set(hex4(Number.parseInt(first, 16) + index), String.fromCodePoint(...units(code)))
    }
  }
  return found
}

const hex4 = (value: number) => value.toString(16).padStart(4, '0')
const units = (code: string) => (code.match(/[^ ]{4}/g) ?? []).map(unit => Number.parseInt(unit, 16))

function readStream(stream: string, letters: Map<string, Map<string, string>>): string {
  let font = new Map<string, string>()
  const lines: string[] = []
  for (const [, name, drawn] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|(\[.*?\]) TJ/g)) {
    if (name !== undefined) font = letters.get(name) ?? new Map()
    if (drawn === undefined) continue
    const glyphs = [...drawn.matchAll(/<([\da-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    lines.push(glyphs.map(glyph => font.get(glyph) ?? '\ufffd').join(''))
  }
  return lines.join('\n')
}
