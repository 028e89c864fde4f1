import * as z from 'zod'

type Path = readonly PropertyKey[]

const token =
  /\s*("(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y

/** Position of the first JSON syntax error. */
class NotJson extends Error {
  readonly offset: number
  constructor(offset: number) {
    super('not JSON')
    this.offset = offset
  }
}

/**
 * The line of a value inside a JSON text; of its nearest container when the value is missing. `JSON.parse` gives no
 * positions, so the text is scanned once more, and only to report a fault.
 *
 * @param text valid JSON
 * @param path keys and indexes from the outermost value, `[]` for itself
 * @returns line, counted from 1
 */
export function lineOfPath(text: string, path: Path): number {
  let nearest = { depth: -1, offset: 0 }
  walk(text, (current, offset) => {
    const leadsThere = current.every((part, index) => part === path[index])
    if (leadsThere && current.length > nearest.depth) nearest = { depth: current.length, offset }
  })
  return lineAt(text, nearest.offset)
}

/** The line of the first JSON syntax error, or undefined when it is JSON. */
export function lineOfSyntaxFault(text: string): number | undefined {
  try {
    walk(text, () => undefined)
    return undefined
  } catch (error) {
    if (error instanceof NotJson) return lineAt(text, error.offset)
    throw error
  }
}

function walk(text: string, onValue: (path: Path, offset: number) => void): void {
  let offset = 0
  const next = (...allowed: string[]): { text: string; offset: number } => {
    token.lastIndex = offset
    const found = token.exec(text)?.[1]
    const start = skipSpace(text, offset)
    if (found === undefined || holdsControlCharacter(found)) throw new NotJson(start)
    const kind = found[0] ?? ''
    if (allowed.length > 0 && !allowed.includes(kind)) throw new NotJson(start)
    offset = start + found.length
    return { text: found, offset: start }
  }
  const peek = () => text[skipSpace(text, offset)]
  const value = (path: Path): void => {
    const first = next()
    onValue(path, first.offset)
    if (first.text === '{') {
      if (peek() === '}') return void next()
      do {
        const key = z.string().parse(JSON.parse(next('"').text))
        next(':')
        value([...path, key])
      } while (next(',', '}').text === ',')
    } else if (first.text === '[') {
      if (peek() === ']') return void next()
      let index = 0
      do value([...path, index++])
      while (next(',', ']').text === ',')
    } else if (/^[}\],:]/.test(first.text)) throw new NotJson(first.offset)
  }
  value([])
  const rest = skipSpace(text, offset)
  if (rest < text.length) throw new NotJson(rest)
}

/** A line break inside quotation marks, as after a forgotten one. */
const holdsControlCharacter = (text: string) => text.split('').some(char => char < ' ')

function skipSpace(text: string, offset: number): number {
  let at = offset
  while (' \t\r\n'.includes(text[at] ?? '-')) at++
  return at
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length
