import * as z from 'zod'
import { mailQueue, previewMails } from '#server/modules/outbox/index.ts'
import { withPayments } from '#server/modules/payment-reactions.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { createBoundedQueue } from '#server/platform/database/bounded-queue.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { capacities } from '#server/platform/limits/limits.ts'
import { type AuditLine, dryRunMark, recordCall } from './audit.ts'
import type { Operation, Operator } from './operation.ts'
import { checkInput, pathFields } from './operation-input.ts'
import { forOperators } from './operator-sentences.ts'

/** Concurrency limit: operations hold a database connection while they run, so few at once leave enough for readers. */
const operationQueue = createBoundedQueue(capacities.operations)

type Call = { by: Operator; requestId: string; input: Record<string, unknown> }

/**
 * Runs an operation, called over HTTP or from the command line, and writes its line of the audit log: in the operation's
 * transaction, or on its own for a refusal.
 *
 * @param call.input not validated yet
 * @returns the answer, filtered by the operation's output schema
 * @throws AppError `forbidden` without the scope, `invalid_input` or another key for the input, and what the operation
 *   refuses
 */
export async function performOperation(
  deps: PaymentsDeps,
  operation: Operation,
  call: Call,
): Promise<unknown> {
  const { by, requestId } = call
  const target = targetOf(operation, call.input)
  try {
    if (by.token && !by.token.scopes.includes(operation.scope)) {
      throw new AppError({ key: 'forbidden', message: `The token lacks the scope ${operation.scope}.` })
    }
    const { input, isDry } = withoutDryRun(operation, checkInput(operation, call.input))
    return await operationQueue(() => run(deps, operation, { by, requestId, target, input, isDry }))
  } catch (error) {
    const refusal = error instanceof AppError ? error.message : undefined
    const outcome = refusal === undefined ? 'failed' : refusal === 'forbidden' ? 'forbidden' : 'refused'
    await recordCall(deps.db, deps, { by, requestId, operation, outcome, target, refusal })
    throw error instanceof AppError ? forOperators(error) : error
  }
}

/** Use cases know nothing of dry runs; an operation of other kinds has its own, e.g. a load. */
function withoutDryRun(
  { kind }: Operation,
  checked: Record<string, unknown>,
): { input: never; isDry: boolean } {
  const { dry_run: isDry, ...rest } = checked
  const input = kind === 'write' ? rest : checked
  // Still the output of the operation's own schema, which the type of a list of operations can't express.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { input: input as never, isDry: isDry === true }
}

type Checked = Omit<Call, 'input'> & { target: string | undefined; input: never; isDry: boolean }

async function run(deps: PaymentsDeps, operation: Operation, checked: Checked): Promise<unknown> {
  const { by, requestId, input } = checked
  const line = { by, requestId, operation, outcome: 'done' as const, target: checked.target }
  if (operation.kind !== 'write') {
    const { answer, ...done } = await operation.run({ ...deps, by, requestId }, input)
    await recordCall(deps.db, deps, { ...line, ...done })
    return operation.output.parse(answer)
  }
  if (checked.isDry) return tryOut(deps, operation, checked)
  return deps.db.transaction(async tx => {
    const { answer, ...done } = await operation.run({ ...within(deps, tx), tx, by, requestId }, input)
    await recordCall(tx, deps, { ...line, ...done })
    return operation.output.parse(answer)
  })
}

/** Does a write and takes it back; only its line of the audit log stays. Jobs are noted in place of being queued. */
async function tryOut(
  deps: PaymentsDeps,
  operation: Extract<Operation, { kind: 'write' }>,
  { by, requestId, input, target }: Checked,
): Promise<unknown> {
  const mailIds: number[] = []
  const jobs: Jobs = {
    ...deps.jobs,
    enqueue: async (_, queue, ...data) => {
      if (queue === mailQueue)
        mailIds.push(
          ...z
            .array(z.object({ id: z.int() }))
            .parse(data)
            .map(({ id }) => id),
        )
    },
  }
  const takenBack = new Error('A dry run is rolled back')
  let tried:
    | { line: Omit<AuditLine, 'by' | 'requestId' | 'operation' | 'outcome'>; answer: object }
    | undefined
  await deps.db
    .transaction(async tx => {
      const context = { ...within({ ...deps, jobs }, tx), tx, by, requestId }
      const { answer, ...done } = await operation.run(context, input)
      const { before, after } = done
      const mails = await previewMails(tx, deps, mailIds)
      tried = {
        line: { target, ...done },
        answer: Object.assign({}, answer, withoutMade(operation), { dry_run: { before, after, mails } }),
      }
      throw takenBack
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
  if (!tried) throw new Error('A dry run was not rolled back')
  const told = `${tried.line.target ?? ''} ${dryRunMark}`.trim()
  await recordCall(deps.db, deps, { by, requestId, operation, outcome: 'done', ...tried.line, target: told })
  return operation.output.parse(tried.answer)
}

const withoutMade = ({ made = [] }: Operation) => Object.fromEntries(made.map(field => [field, '']))

/** The same dependencies over a transaction: a use case's own transaction becomes a savepoint in it. */
const within = (deps: PaymentsDeps, tx: Tx): PaymentsDeps => withPayments({ ...deps, db: tx }, deps.gateway)

/** Path parameters, which are logged of refused calls too; not an e-mail in the place of an id, which no erasure would find. */
function targetOf(operation: Operation, input: Record<string, unknown>): string | undefined {
  const named = pathFields(operation).map(field => input[field])
  // Invalid input must not prevent its line in the log.
  const text = named
    .map(String)
    .join(' ')
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\S+@\S+/g, '…')
  return named.length === 0 ? undefined : text.slice(0, 100)
}
