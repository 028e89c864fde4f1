import type * as z from 'zod/mini'
import type { ErrorKey } from './errors.ts'

type Schema = z.ZodMiniType
type ObjectSchema = z.ZodMiniObject

/** An answer of a call that is no refusal. */
export type Answer = {
  readonly status: number
  readonly body?: Schema
  /** Its media type where it is not JSON. */
  readonly type?: 'application/pdf' | 'text/event-stream' | 'text/plain'
}

/** What both sides agree on for one call. The server registers it, the browser calls it, OpenAPI is made from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` for each parameter, e.g. `/rest/api/prv/v1/users/:userId`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  /**
   * Who may call: `public` anybody; `reader` a signed-in reader, and when the path has `:userId` only for
   * the reader's own id (R6.01).
   */
  readonly access: 'public' | 'reader'
  /** A write that is open to a reader whose account waits for its deletion; no other is. */
  readonly whileAnonymizationPending?: true
  /** How it refuses a reader whose account is not confirmed (R10.04); every other call is open to one. */
  readonly confirmedOnly?: Extract<ErrorKey, `${string}account_not_confirmed`>
  /** Its body has a field for the answer of a captcha, where it is put when one is asked for. */
  readonly takesCaptcha?: true
  /** A repeat with the same `Idempotency-Key` is answered as the first time. */
  readonly takesIdempotencyKey?: true
  /** What proves a public call: a security scheme of the API's description. */
  readonly proof?: 'refreshToken' | 'oauthClient' | 'metricsToken'
  /** A write that other servers and mail programs send, which name no `Origin`; something else proves it. */
  readonly anyOrigin?: true
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: Schema
  /** How the body travels; `json` when not given. */
  readonly bodyType?: 'json' | 'form' | 'one_click' | 'json_or_csv'
  readonly success: Answer & { readonly status: 200 | 201 | 202 | 204 | 302 | 303 }
  /** Answers beside the success and the refusals, e.g. errors that another protocol spells. */
  readonly otherAnswers?: readonly Answer[]
  /**
   * Refusals of the catalogue that are this call's own. Those that the input's schemas name, and those that every call
   * of its kind may meet, are added by the API's description (server/site/api-description/refusals.ts).
   */
  readonly refusals?: readonly ErrorKey[]
}

/** Keeps the literal types of an endpoint definition while checking its shape; unused ones are left out of a bundle. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

/** What the handler on the server is given. */
export type EndpointRequest<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

type Part<Name extends string, S> = S extends Schema ? { [K in Name]: Input<S> } : { [K in Name]?: never }

/** What the browser has to give. */
export type EndpointInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** What a successful call answers; `undefined` for 204. */
export type EndpointOutput<E extends Endpoint> = Output<E['success']['body']>

/** What a handler may return: the body before its schema is applied. */
export type EndpointAnswer<E extends Endpoint> = Input<E['success']['body']>
