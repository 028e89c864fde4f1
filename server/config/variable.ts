import * as z from 'zod'
import { type Given, isDemosOwn } from './production-faults.ts'

/** Type of a variable: the schema that parses it, and its form in words that follow “set it to”. */
type Kind<Value> = { schema: z.ZodType<Value, string>; form: string }

type About = {
  /** Its meaning, for the table of docs/configuration.md and for the error when production lacks it. */
  what: string
  /** More about it for the table, in Markdown. */
  more?: string
  /** What happens when it is not set, in Markdown; not needed where there is a fallback. */
  unset?: string
  example?: string
  /** How to get a value, where there is no example. */
  cure?: string
  /** `needed`: required in production; `never`: refused there. */
  production?: 'needed' | 'never'
  /** Why the other variables make it required, in words that follow its name; undefined when they do not. */
  missing?: (given: Given) => string | undefined
  /** Why production refuses a value, in words that follow its name; undefined when it is accepted. */
  fault?: (value: string, given: Given) => string | undefined
}

export type Variable<Value = unknown> = About & {
  schema: z.ZodType<Value>
  form: string
  /** Default when it is not set, as it would be written. */
  fallback?: string
}

/** An optional variable. */
export const optional = <Value>(
  { schema, form }: Kind<Value>,
  about: About,
): Variable<Value | undefined> => ({
  ...about,
  form,
  schema: schema.optional(),
})

/** A variable with a default. */
export const withFallback = <Value>(
  { schema, form }: Kind<Value>,
  fallback: string,
  about: About,
): Variable<Value> => ({ ...about, form, fallback, schema: z.prefault(schema, fallback) })

/** A variable with a default for the demo only; production has to set it. */
export const ofTheDemo = <Value>(
  kind: Kind<Value>,
  demos: string,
  about: About & { example: string },
): Variable<Value> => ({
  ...withFallback(kind, demos, { production: 'needed', fault: isDemosOwn(demos), ...about }),
  unset: 'of the demo',
})

/** A variable of the demo's stand-in services, refused in production. */
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
/** An origin; a path is dropped. */
export const origin: Kind<string> = {
  schema: address.schema.transform(url => new URL(url).origin),
  form: 'an http or https address',
}
export const port = wholeNumber(1, 65_535)

/** An integer in a range. */
export function wholeNumber(min: number, max: number): Kind<number> {
  return {
    schema: z.coerce.number<string>().int().min(min).max(max),
    form: `a whole number from ${min} to ${max}`,
  }
}

/** A text with a minimum length. */
export const atLeast = (length: number): Kind<string> => ({
  schema: z.string().min(length),
  form: `at least ${length} characters`,
})

/** An enum. */
export const oneOf = <const Word extends string>(...words: Word[]): Kind<Word> => ({
  schema: z.string().pipe(z.enum(words)),
  form: words.join(', ').replace(/, ([^,]+)$/, ' or $1'),
})

/** A comma-separated list of words. */
export const words: Kind<string[]> = {
  schema: z.string().transform(list => list.split(',').flatMap(each => each.trim() || [])),
  form: 'words separated by commas',
}

/** A comma-separated list of origins. */
export const origins = (protocol: RegExp): Kind<string[]> => ({
  schema: words.schema.pipe(z.array(z.url({ protocol }).transform(url => new URL(url).origin))),
  form: 'addresses separated by commas',
})
