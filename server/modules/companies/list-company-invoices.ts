import type { FastifyReply } from 'fastify'
import * as endpoints from '#contract/companies/seats-and-documents.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import {
  archiveDocuments,
  listDocumentsOfPayments,
  sendDocumentOfPayments,
  sendEInvoiceOfPayments,
} from '#server/modules/invoices/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { toRecipient } from './document-recipient.ts'
import { requireAdministrator } from './require-administrator.ts'
import { findDocumentRecipients, findPaymentIds } from './store.ts'

/**
 * Documents of the payments for a shared subscription, also of those under former administrators (R1.17).
 *
 * @throws AppError `forbidden` for everybody but its administrator (R6.02)
 */
export async function listCompanyInvoices(
  deps: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  subscriptionId: number,
): Promise<EndpointAnswer<typeof endpoints.listCompanyInvoices>> {
  const shared = await requireAdministrator(deps, actor, subscriptionId)
  const paymentIds = await findPaymentIds(deps.db, subscriptionId)
  const urlOf = ({ path }: { path: string }, name: 'id' | 'year', value: number) =>
    deps.settings.origins.login +
    path
      .replace(':userId', String(actor.userId))
      .replace(':subscriptionId', String(subscriptionId))
      .replace(`:${name}`, String(value))
  const rows = await listDocumentsOfPayments(deps, paymentIds, ({ id }) =>
    urlOf(endpoints.readCompanyInvoice, 'id', id),
  )
  const years = new Set(rows.map(({ year }) => year))
  return {
    items: rows.map(({ document, isEInvoice, buyerReference }) => ({
      ...document,
      buyer_reference: buyerReference,
      xml_url: isEInvoice ? urlOf(endpoints.readCompanyEInvoice, 'id', document.id) : null,
    })),
    years: [...years].map(year => ({ year, url: urlOf(endpoints.readCompanyArchive, 'year', year) })),
    buyer_reference: shared.buyerReference,
    recipients: (await findDocumentRecipients(deps.db, subscriptionId)).map(toRecipient),
  }
}

/** @param send finds one of these documents and sends it as a file to keep; undefined when it is none */
const reading =
  (send: typeof sendDocumentOfPayments) =>
  async (
    deps: Pick<Deps, 'db' | 'limiter'>,
    actor: Actor,
    { subscriptionId, id }: { subscriptionId: number; id: number },
    reply: FastifyReply,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const paymentIds = await findOwnPayments(deps, actor, subscriptionId)
    const file = await send(deps, { id, paymentIds, userId: actor.userId }, reply)
    if (!file) throw new AppError('forbidden')
    return file
  }

/** One of these documents as a PDF. @throws AppError `forbidden`, also for a document of anything else */
export const readCompanyInvoice = reading(sendDocumentOfPayments)

/** One of them as an e-invoice. @throws AppError `forbidden`, also for what is no e-invoice */
export const readCompanyEInvoice = reading(sendEInvoiceOfPayments)

/** Those of one year as an archive. @throws AppError `forbidden`, `too_many_requests` */
export async function readCompanyArchive(
  deps: Pick<Deps, 'db' | 'limiter'>,
  actor: Actor,
  { subscriptionId, year }: { subscriptionId: number; year: number },
  reply: FastifyReply,
): Promise<ReadableStream<Uint8Array>> {
  const paymentIds = await findOwnPayments(deps, actor, subscriptionId)
  return deps.limiter.attempt([[limits.documentArchives, actor.userId]], async () => {
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${subscriptionId}-${year}.zip"`)
    return archiveDocuments(deps, { paymentIds, year })
  })
}

/** Payments for a shared subscription, for its administrator only. @throws AppError `forbidden` (R6.02) */
async function findOwnPayments(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  subscriptionId: number,
): Promise<number[]> {
  await requireAdministrator({ db }, actor, subscriptionId)
  return findPaymentIds(db, subscriptionId)
}
