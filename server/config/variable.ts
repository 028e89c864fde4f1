import * as z from 'zod'
import { type Given, isDemosOwn } from './production-faults.ts'

/** A kind of value: how it is read from text, and how it is written, in words that follow “set it to”. */
type Kind<Value> = { schema: z.ZodType<Value, string>; form: string }

type About = {
  /** What it is, in the table of docs/configuration.md and where production lacks it. */
  what: string
  /** What the table says besides, in Markdown. */
  more?: string
  /** What is so when it is not set, in Markdown; where there is a fallback, that is told. */
  unset?: string
  /** A value such as a publisher would give. */
  example?: string
  /** How to come to a value, where there is no example. */
  cure?: string
  /** Production asks for it, or has no place for it. */
  production?: 'needed' | 'never'
  /** Why it is needed beside what else is set, in words that follow its name; undefined when it is not. */
  missing?: (given: Given) => string | undefined
  /** Why a value cannot stand in production, in words that follow its name; undefined when it can. */
  fault?: (value: string, given: Given) => string | undefined
}

/** All that the product knows of one variable of the environment. */
export type Variable<Value = unknown> = About & {
  schema: z.ZodType<Value>
  form: string
  /** What is taken when it is not set, as it would be written. */
  fallback?: string
}

/** A variable that may be left out. */
export const optional = <Value>(
  { schema, form }: Kind<Value>,
  about: About,
): Variable<Value | undefined> => ({
  ...about,
  form,
  schema: schema.optional(),
})

/** A variable that has a value when it is not set. */
export const withFallback = <Value>(
  { schema, form }: Kind<Value>,
  fallback: string,
  about: About,
): Variable<Value> => ({ ...about, form, fallback, schema: z.prefault(schema, fallback) })

/** A variable that the demo has a value of its own for, which production has to replace. */
export const ofTheDemo = <Value>(
  kind: Kind<Value>,
  demos: string,
  about: About & { example: string },
): Variable<Value> => ({
  ...withFallback(kind, demos, { production: 'needed', fault: isDemosOwn(demos), ...about }),
  unset: 'of the demo',
})

/** A variable of the demo's stand-ins, which production must not have. */
export const forTheDemo = <Value>(kind: Kind<Value>, about: About): Variable<Value | undefined> =>
  optional(kind, {
    production: 'never',
    cure: 'leave it out',
    fault: () => 'belongs to the demo only',
    ...about,
  })

export const text: Kind<string> = { schema: z.string().min(1), form: 'a text' }
export const email: Kind<string> = { schema: z.email(), form: 'an e-mail address' }
export const address: Kind<string> = {
  schema: z.url({ protocol: /^https?$/ }),
  form: 'an http or https address',
}
/** The path of an address is left out. */
export const origin: Kind<string> = {
  schema: address.schema.transform(url => new URL(url).origin),
  form: 'an http or https address',
}
export const port = wholeNumber(1, 65_535)

/** A number without a fraction. */
export function wholeNumber(min: number, max: number): Kind<number> {
  return {
    schema: z.coerce.number<string>().int().min(min).max(max),
    form: `a whole number from ${min} to ${max}`,
  }
}

/** A text of at least some length. */
export const atLeast = (length: number): Kind<string> => ({
  schema: z.string().min(length),
  form: `at least ${length} characters`,
})

/** One of some words. */
export const oneOf = <const Word extends string>(...words: Word[]): Kind<Word> => ({
  schema: z.string().pipe(z.enum(words)),
  form: words.join(', ').replace(/, ([^,]+)$/, ' or $1'),
})

/** Words, separated by commas. */
export const words: Kind<string[]> = {
  schema: z.string().transform(list => list.split(',').flatMap(each => each.trim() || [])),
  form: 'words separated by commas',
}

/** Origins, separated by commas. */
export const origins = (protocol: RegExp): Kind<string[]> => ({
  schema: z
    .string()
    .transform(list => list.split(',').flatMap(each => each.trim() || []))
    .pipe(z.array(z.url({ protocol }).transform(url => new URL(url).origin))),
  form: 'addresses separated by commas',
})
