// How an operation of the publisher's people is added:
// 1. write it into server/ops/operations/<area>.ts with `defineRead` or `defineWrite`, around use cases of the modules;
// 2. name its area's list in server/ops/operations.ts, and its scope in server/ops/scopes.ts;
// 3. give it an example in server/testing/operation-examples/<area>.ts, with which one test goes over all of them.
// Its HTTP call, its command, its usage text, its place in /openapi.json, its scope, its transaction and its line in the
// audit log come from the framework. docs/operations.md tells support how both are used.
import * as z from 'zod'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { OperatorRefusal } from './operator-sentences.ts'
import type { Scope } from './scopes.ts'

export { refusal } from '#server/platform/app-error.ts'

/** The caller: a token by its name, or the command line, which has every scope. */
export type Operator = {
  /** Name in the audit log. */
  name: string
  /** Undefined on the command line. */
  token?: { scopes: readonly string[]; expiresAt: Temporal.Instant }
}

/** Dependencies of an operation. For a write, `db` is the transaction that also writes its line of the audit log. */
export type OperationContext = PaymentsDeps & { by: Operator; requestId: string }

/** A JSON value, for the audit log. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

type Done<Output extends z.ZodType> = {
  answer: z.input<Output>
  /** Subject for the audit log, e.g. `reader 12`; the path parameters when not given. Never a name or an address. */
  target?: string
  /** The reader whom it was about, so that an erasure of the reader covers the log. */
  readerId?: number
}

/** For a write: state before and after, without secrets; null for none. */
type Written<Output extends z.ZodType> = Done<Output> & { before: Json; after: Json }

type Described<Input extends z.ZodObject, Output extends z.ZodType> = {
  /** Words of the command, e.g. `readers ban`. */
  name: string
  /** One sentence, for the usage text and for /openapi.json. */
  summary: string
  /** Path below /ops/v1, with `:name` for a field of the input. Null: on the command line only. */
  http: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: `/${string}` } | null
  scope: Scope
  /**
   * Its fields, spelled as in the API, with a description each. The path's come from there; the rest from the query of
   * a GET or DELETE and of a call with a file, else from the JSON body. On the command line `send_on` is `--send-on`;
   * numbers, `true` and lists by commas are read as what the schema says, so no coercion is needed here.
   */
  input: Input
  output: Output
  /** Its own refusals, beside `operation_refused` and those of its input's schema. */
  refusals?: readonly OperatorRefusal[]
  /** Fields that a command takes without their name, in this order; those of the path and the file when not given. */
  positional?: readonly string[]
  /** Fields of the answer that would be used though nothing was done, as a payment order: empty in that to a dry run. */
  made?: readonly string[]
  /** The field that is a file: the body of the call (its bytes), the name of a file on the command line. */
  file?: string
}

type ReadOperation<Input extends z.ZodObject, Output extends z.ZodType> = Described<Input, Output> & {
  run: (context: OperationContext, input: z.output<Input>) => Promise<Done<Output>>
}
type WriteOperation<Input extends z.ZodObject, Output extends z.ZodType> = Described<Input, Output> & {
  run: (context: OperationContext & { tx: Tx }, input: z.output<Input>) => Promise<Written<Output>>
}

/** Any operation, as the framework sees it: its input is validated against its schema before it runs. */
export type Operation = Described<z.ZodObject, z.ZodType> &
  (
    | { kind: 'read'; run: (context: OperationContext, input: never) => Promise<Done<z.ZodType>> }
    | {
        kind: 'write'
        run: (context: OperationContext & { tx: Tx }, input: never) => Promise<Written<z.ZodType>>
      }
    | {
        kind: 'own-transactions'
        run: (context: OperationContext, input: never) => Promise<Written<z.ZodType>>
      }
  )

/** A read-only operation. It is in the audit log all the same. */
export const defineRead = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: ReadOperation<Input, Output>,
): Operation => ({ kind: 'read', ...operation })

const DryRun = z.boolean().default(false).describe('only says what would be done, and whom a mail would tell')

const Tried = z.object({
  before: z.unknown(),
  after: z.unknown(),
  mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
})

/**
 * A write, in one transaction with its line in the audit log (domain rule 7). With `dry_run` the same transaction is
 * rolled back, and the answer has what would have been there before and after, and the mails.
 */
export const defineWrite = <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: WriteOperation<Input, Output>,
): Operation => ({
  kind: 'write',
  ...operation,
  input: operation.input.extend({ dry_run: DryRun }),
  output: operation.output.extend({
    dry_run: Tried.optional().describe('in the answer to a dry run only'),
  }),
})

/**
 * A write that can't be one transaction: it calls a gateway in between, counts an attempt (rate limit), or does long work
 * in batches. Its line in the audit log follows it.
 */
export const defineWriteInPieces = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Described<Input, Output> & {
    run: (context: OperationContext, input: z.output<Input>) => Promise<Written<Output>>
  },
): Operation => ({ kind: 'own-transactions', ...operation })

/** What the audit log says of an operation on a reader. */
export const aboutReader = (id: number) => ({ target: `reader ${id}`, readerId: id })
