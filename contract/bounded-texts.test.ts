import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** The longest texts that a body can hold; the letter of the second becomes eighteen by NFKC normalisation. */
const [endless, growing] = ['a'.repeat(99_000), '\ufdfa'.repeat(33_000)]

/** Longest text that may be normalised: passwords and codes; the rest is far shorter. */
const longestNormalised = 1000

/** Texts that are only looked up; unknown ones are refused then. */
const lookedUp = /^PUT .*\/recurrence body survey\.answers\./

type JsonSchema = z.core.JSONSchema.JSONSchema
/** A text of an input, e.g. `emails.0`, and a function that makes the input with another text there. */
type Text = { place: string; inputOf: (text: string) => unknown }

function textsOf(schema: JsonSchema | boolean | undefined): Text[] {
  if (typeof schema !== 'object') return []
  const fields = Object.entries(schema.properties ?? {})
  const constants = Object.fromEntries(
    fields.flatMap(([name, field]) =>
      typeof field === 'object' && field.const !== undefined ? [[name, field.const]] : [],
    ),
  )
  const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const isText = schema.type === 'string' && !schema.enum && schema.const === undefined
  return [
    ...(isText ? [{ place: '', inputOf: (text: string) => text }] : []),
    ...fields.flatMap(([name, field]) =>
      under(name, textsOf(field), inner => ({ ...constants, [name]: inner })),
    ),
    ...under('0', textsOf(items), inner => [inner]),
    ...under('*', textsOf(schema.additionalProperties), inner => ({ ...constants, '*': inner })),
    ...branches.flatMap(textsOf),
  ]
}

const under = (name: string, texts: Text[], wrap: (inner: unknown) => unknown): Text[] =>
  texts.map(({ place, inputOf }) => ({
    place: place === '' ? name : `${name}.${place}`,
    inputOf: text => wrap(inputOf(text)),
  }))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'success' in value

const files = globSync('*/*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'))
const modules: Record<string, unknown>[] = await Promise.all(
  files.map(file => import(join(import.meta.dirname, file))),
)
const endpoints = new Set(modules.flatMap(module => Object.values(module).filter(isEndpoint)))
// Calls that answer by a redirect take any text.
const calls = [...endpoints].filter(({ success }) => success.status < 300)
const texts = calls.flatMap(({ method, path, ...parts }) =>
  (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = parts[part]
    if (!schema) return []
    return textsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).map(
      text => [`${method} ${path} ${part} ${text.place}`, { schema, ...text }] as const,
    )
  }),
)

afterEach(() => vi.restoreAllMocks())

test('the texts of all calls are found', () => {
  expect(endpoints.size).toBeGreaterThan(90)
  expect(texts.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^POST .*\/nickname-changes body nickname$/),
      expect.stringMatching(/^POST \/login body email$/),
      expect.stringMatching(/^POST .* body emails\.0$/),
    ]),
  )
})

test.each(texts.filter(([name]) => !lookedUp.test(name)))(
  '%s has an end, and is not taken apart before it is found too long',
  (_name, { schema, place, inputOf }) => {
    const { error } = z.safeParse(schema, inputOf(endless))
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(place)
    const normalize = vi.spyOn(String.prototype, 'normalize')
    z.safeParse(schema, inputOf(growing))
    const lengths = normalize.mock.contexts.map(text => String(text).length)
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(longestNormalised)
  },
)
