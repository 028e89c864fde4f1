import type { FastifyReply } from 'fastify'
import { readCompanyInvoice as readEndpoint } from '#contract/companies/seats-and-documents.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { listDocumentsOfPayments, sendDocumentOfPayments } from '#server/modules/invoices/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { requireAdministrator } from './require-administrator.ts'
import { findPaymentIds } from './store.ts'

/**
 * Documents of the payments for a shared subscription, also of those under former administrators (R1.17).
 *
 * @throws AppError `forbidden` for everybody but its administrator (R6.02)
 */
export async function listCompanyInvoices(
  deps: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  subscriptionId: number,
): Promise<Invoice[]> {
  await requireAdministrator(deps, actor, subscriptionId)
  const paymentIds = await findPaymentIds(deps.db, subscriptionId)
  return listDocumentsOfPayments(deps, paymentIds, ({ id }) => {
    const path = readEndpoint.path
      .replace(':userId', String(actor.userId))
      .replace(':subscriptionId', String(subscriptionId))
      .replace(':id', String(id))
    return deps.settings.origins.login + path
  })
}

/**
 * One of these documents as a file to keep.
 *
 * @throws AppError `forbidden`, also for a document of anything else
 */
export async function readCompanyInvoice(
  deps: Pick<Deps, 'db' | 'limiter'>,
  actor: Actor,
  { subscriptionId, id }: { subscriptionId: number; id: number },
  reply: FastifyReply,
): Promise<Uint8Array<ArrayBuffer>> {
  await requireAdministrator(deps, actor, subscriptionId)
  const paymentIds = await findPaymentIds(deps.db, subscriptionId)
  const pdf = await sendDocumentOfPayments(deps, { id, paymentIds, userId: actor.userId }, reply)
  if (!pdf) throw new AppError('forbidden')
  return pdf
}
