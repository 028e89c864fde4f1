import type * as z from 'zod/mini'
import type { ErrorKey } from './errors.ts'

type Schema = z.ZodMiniType
type ObjectSchema = z.ZodMiniObject

/** A response that is no refusal. */
export type Answer = {
  readonly status: number
  readonly body?: Schema
  /** Media type where it is not JSON. */
  readonly type?:
    | 'application/pdf'
    | 'application/xml'
    | 'application/zip'
    | 'text/event-stream'
    | 'text/plain'
}

/** Definition of one API call: the server registers it, the browser calls it, OpenAPI is generated from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` for each parameter, e.g. `/rest/api/prv/v1/users/:userId`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  /**
   * Authorization: `public` anybody; `reader` a signed-in reader, and when the path has `:userId` only for the
   * reader's own id (R6.01).
   */
  readonly access: 'public' | 'reader'
  /** A write allowed while the account is waiting for its deletion; all others are refused. */
  readonly whileAnonymizationPending?: true
  /** Refusal for a reader whose account is not confirmed (R10.04); calls without it are open to one. */
  readonly confirmedOnly?: Extract<ErrorKey, `${string}account_not_confirmed`>
  /** It stays when staff close what is like it (decision 090): in read-only mode, or in maintenance and so in both. */
  readonly staysIn?: 'read_only' | 'maintenance'
  /** Its body has a field for the answer of a captcha. */
  readonly takesCaptcha?: true
  /** Idempotent: a repeat with the same `Idempotency-Key` gets the first answer. */
  readonly takesIdempotencyKey?: true
  /** Authentication of a public call: a security scheme of OpenAPI. */
  readonly proof?: 'refreshToken' | 'oauthClient' | 'metricsToken'
  /**
   * A write from other servers and mail programs, which send no `Origin`; authenticated otherwise, so exempt
   * from the CSRF check.
   */
  readonly anyOrigin?: true
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: Schema
  /** Encoding of the body; `json` when not given. */
  readonly bodyType?: 'json' | 'form' | 'one_click' | 'json_or_csv'
  readonly success: Answer & { readonly status: 200 | 201 | 202 | 204 | 302 | 303 }
  /** 202, where what it began has not ended in time: it goes on by itself, and another call tells how. */
  readonly accepted?: { readonly body: Schema }
  /** Further responses, e.g. errors in another protocol's format. */
  readonly otherAnswers?: readonly Answer[]
  /**
   * Refusals specific to this call. Those of the input's schemas, and those common to its kind of call, are
   * added by OpenAPI's generator (server/site/api-description/refusals.ts).
   */
  readonly refusals?: readonly ErrorKey[]
}

/** Path of a reader, with which those of the reader's own calls begin. */
export const usersPath = '/rest/api/prv/v1/users/:userId'

/** Keeps the literal types of an endpoint definition while checking its shape; unused ones are tree-shaken. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

/** Parsed input of the server's handler. */
export type EndpointRequest<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

type Accepted<E> = E extends { readonly accepted: { readonly body: infer B } } ? B : never

type Part<Name extends string, S> = S extends Schema ? { [K in Name]: Input<S> } : { [K in Name]?: never }

/** Input of the browser's call. */
export type EndpointInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** Parsed body of a success; `undefined` for 204. */
export type EndpointOutput<E extends Endpoint> = Output<E['success']['body']> | Output<Accepted<E>>

/** Return value of a handler: the body before serialisation. */
export type EndpointAnswer<E extends Endpoint> = Input<E['success']['body']> | Input<Accepted<E>>
