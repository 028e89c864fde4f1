import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Operation, refusal } from './operation.ts'
import { fieldsOf, optionOf, positionalsOf, readText, requireOnce } from './operation-input.ts'
import { operations } from './operations.ts'
import { usageOf, usageOfAll } from './usage.ts'

type Print = 'text' | 'json' | 'csv'

export type Command =
  | { kind: 'usage'; text: string }
  | { kind: 'operation'; operation: Operation; input: Record<string, unknown>; print: Print }

/**
 * Parses a command line: the words of an operation, then its fields.
 *
 * @param args what follows `npm run ops --`
 * @throws AppError `operation_refused` for a command that is not there, an option that the operation does not have, or a
 *   file that cannot be read; `invalid_input` for a field that is given twice
 */
export function readCommand(args: readonly string[]): Command {
  const operation = operations.find(({ name }) => startsWith(args, name.split(' ')))
  if (operation === undefined) {
    const area = operations.some(({ name }) => name.split(' ')[0] === args[0]) ? args[0] : undefined
    const text = usageOfAll(area)
    const isAsked = args.length === 0 || args.some(word => ['help', '--help', '-h'].includes(word))
    if (!isAsked) throw refusal(`There is no command "${args.join(' ')}".\n\n${text}`)
    return { kind: 'usage', text }
  }
  const given = args.slice(operation.name.split(' ').length)
  if (given.includes('--help') || given.includes('-h')) {
    return { kind: 'usage', text: usageOf(operation) }
  }
  const { values, positionals, tokens } = parse(operation, given)
  const { json, csv, ...named } = values
  const print = csv ? 'csv' : json ? 'json' : 'text'
  const names = positionalsOf(operation)
  if (positionals.length > names.length) {
    throw refusal(`"${positionals[names.length]}" is one word too many.\n\n${usageOf(operation)}`)
  }
  const options = tokens.flatMap(token => (token.kind === 'option' ? [token.name.replaceAll('-', '_')] : []))
  requireOnce([...names.slice(0, positionals.length), ...options])
  const texts = { ...Object.fromEntries(positionals.map((text, at) => [names[at], text])), ...named }
  return { kind: 'operation', operation, input: readInput(operation, texts), print }
}

function parse(operation: Operation, args: readonly string[]) {
  const options: Record<string, { type: 'boolean' | 'string' }> = Object.fromEntries(
    fieldsOf(operation).map(({ name, form }) => [
      optionOf(name),
      { type: form.type === 'boolean' ? 'boolean' : 'string' },
    ]),
  )
  try {
    return parseArgs({
      args: spellOut(args, name => options[name]?.type === 'boolean'),
      options: { ...options, json: { type: 'boolean' }, csv: { type: 'boolean' } },
      allowPositionals: true,
      allowNegative: true,
      tokens: true,
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw refusal(`${error.message.split('. ')[0]}.\n\n${usageOf(operation)}`)
  }
}

/** Options that may be said with their value, as `--sold false`, in the form that Node knows: `--no-sold`. */
function spellOut(args: readonly string[], isSwitch: (name: string) => boolean): string[] {
  return args.flatMap((word, at) => {
    const before = args[at - 1]
    if (isValue(word) && before?.startsWith('--') && isSwitch(before.slice(2))) return []
    const [, name = '', value = args[at + 1]] = /^--([^=]+)(?:=(.*))?$/.exec(word) ?? []
    return isSwitch(name) && isValue(value) ? [value === 'true' ? `--${name}` : `--no-${name}`] : [word]
  })
}

const isValue = (word: string | undefined): boolean => word === 'true' || word === 'false'

function readInput(operation: Operation, texts: Record<string, unknown>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name, form } of fieldsOf(operation)) {
    const text = texts[optionOf(name)] ?? texts[name]
    if (text === undefined) continue
    if (typeof text !== 'string') input[name] = text
    else input[name] = name === operation.file ? readFile(text, name) : readText(form, text)
  }
  return input
}

function readFile(path: string, field: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw refusal(`${path} cannot be read: give the path of a file.`, field)
  }
}

const startsWith = (args: readonly string[], words: readonly string[]): boolean =>
  words.every((word, at) => args[at] === word)
