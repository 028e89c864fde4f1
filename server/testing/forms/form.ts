import type { LightMyRequestResponse } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Refusal } from '#contract/wire.ts'

/** What becomes of a text: kept in some form, refused whatever it is, or taken for one answer and kept nowhere. */
export type Typed = { keeps: (text: string) => unknown } | 'refused' | 'used'

/** What became of one call: refused, or kept, with what stands there now, by field. */
export type Outcome =
  | { refused: Refusal['errors']; status: number; body: string }
  | { kept: Readonly<Record<string, unknown>> }

/** A call and the texts in it that come from outside. */
export type Form = {
  endpoint: Endpoint
  /** By their place: `gift.name` and `emails[]` in the body, `?q` in the query, `:code` in the path. */
  fields: Readonly<Record<string, Typed>>
  /** How a refusal names a field, where it names another one. */
  refusedAs?: Readonly<Record<string, string>>
  /** How many calls may go on at once; one when each finds what the former kept. */
  atOnce?: number
  /** Makes one call with these texts; fields that are not given get a text that is right. */
  send(texts: Readonly<Record<string, string>>): Promise<Outcome>
}

/** Most texts are kept without the white space around them. */
export const trimmed: Typed = { keeps: text => text.trim() }
/** Nothing but white space is no text. */
export const trimmedOrNull: Typed = { keeps: text => text.trim() || null }

/** @param read what stands where it was kept; asked only after a call that succeeded */
export async function outcomeOf(
  answer: LightMyRequestResponse,
  read: () => Promise<Record<string, unknown>> | Record<string, unknown> = () => ({}),
): Promise<Outcome> {
  if (answer.statusCode < 300) return { kept: await read() }
  const { statusCode: status, body } = answer
  return { refused: answer.json<Refusal>().errors, status, body }
}
