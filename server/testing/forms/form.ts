import type { LightMyRequestResponse } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Refusal } from '#contract/wire.ts'

/** Expected handling of a text: stored in some form, always refused, or used for one answer and not stored. */
export type Typed = { keeps: (text: string) => unknown } | 'refused' | 'used'

/** Result of one call: refused, or stored, with the stored values by field. */
export type Outcome =
  | { refused: Refusal['errors']; status: number; body: string }
  | { kept: Readonly<Record<string, unknown>> }

/** A call and its text inputs. */
export type Form = {
  endpoint: Endpoint
  /** By their place: `gift.name` and `emails[]` in the body, `?q` in the query, `:code` in the path. */
  fields: Readonly<Record<string, Typed>>
  /** Field names in refusals, where they differ. */
  refusedAs?: Readonly<Record<string, string>>
  /** Most concurrent calls; 1 when a call reads what the former stored. */
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
