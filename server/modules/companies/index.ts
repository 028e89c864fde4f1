/**
 * Seats in subscriptions of companies and families: owns their administrators, the accesses given, and the links by
 * which they are taken. Seats are counted under a lock, and a link ends with its access. It never sells anything.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/companies/companies.ts'
import * as documents from '#contract/companies/company-documents.ts'
import { csvEmails } from '#contract/companies/csv-emails.ts'
import * as requests from '#contract/companies/family-requests.ts'
import * as paid from '#contract/companies/seats-and-documents.ts'
import { listSubscriptions } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { activateAccess } from './activate-access.ts'
import { activateFamilyRequest } from './activate-family-request.ts'
import { addAccess, addAccesses } from './add-accesses.ts'
import { addDocumentRecipient } from './add-document-recipient.ts'
import { changeAccesses } from './change-accesses.ts'
import { changeBuyerReference } from './change-buyer-reference.ts'
import { deactivateAccess } from './deactivate-access.ts'
import { listAccesses } from './list-accesses.ts'
import {
  listCompanyInvoices,
  readCompanyArchive,
  readCompanyEInvoice,
  readCompanyInvoice,
} from './list-company-invoices.ts'
import { listSeatOffers } from './list-seat-offers.ts'
import { listSharedSubscriptions } from './list-shared-subscriptions.ts'
import { readFamilyRequest } from './read-family-request.ts'
import { removeDocumentRecipient } from './remove-document-recipient.ts'
import { sendAccessLink } from './send-access-link.ts'
import { readDocumentsLink, switchDocuments } from './switch-documents.ts'

export { accessListener, prolongSeats } from './keep-accesses.ts'
export { findOffered } from './list-seat-offers.ts'
export { listSharedSubscriptions } from './list-shared-subscriptions.ts'
export { mailDocuments } from './mail-documents.ts'
export { addSeats, lockLastPeriod, openShared } from './open-shared.ts'
export { removeRecipientsSince } from './remove-document-recipient.ts'
export { waitingAccess } from './waiting-access.ts'

export async function registerCompanies(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, endpoints.listSharedSubscriptions, async ({ actor, http }) => ({
    items: await listSharedSubscriptions(deps, actor.userId, localeOf(http)),
  }))
  route(app, endpoints.listAccesses, ({ actor, params, query }) =>
    listAccesses(deps, actor, { ...query, subscriptionId: params.subscriptionId }),
  )
  route(app, endpoints.changeAccesses, ({ actor, params, body, http }) =>
    changeAccesses(deps, actor, {
      ...body,
      subscriptionId: params.subscriptionId,
      locale: localeOf(http),
    }),
  )
  route(app, endpoints.activateAccess, ({ actor, params }) => activateAccess(deps, actor, params))
  route(app, endpoints.deactivateAccess, ({ actor, params }) => deactivateAccess(deps, actor, params))
  route(app, endpoints.sendAccessLink, ({ actor, params }) => sendAccessLink(deps, actor, params))
  route(app, paid.listSeatOffers, ({ actor, params, http }) =>
    listSeatOffers(deps, actor, { subscriptionId: params.subscriptionId, locale: localeOf(http) }),
  )
  route(app, paid.listCompanyInvoices, ({ actor, params }) =>
    listCompanyInvoices(deps, actor, params.subscriptionId),
  )
  route(app, paid.readCompanyInvoice, ({ actor, params, reply }) =>
    readCompanyInvoice(deps, actor, params, reply),
  )
  route(app, paid.readCompanyEInvoice, ({ actor, params, reply }) =>
    readCompanyEInvoice(deps, actor, params, reply),
  )
  route(app, paid.readCompanyArchive, ({ actor, params, reply }) =>
    readCompanyArchive(deps, actor, params, reply),
  )
  registerDocuments(app, deps)
  await app.register(async inner => registerAdding(inner, deps))
  registerRequests(app, deps)
}

/** Whom documents are mailed to, what they say of the company's order, and the link that stops them. */
function registerDocuments(app: FastifyInstance, deps: Deps): void {
  route(app, documents.addDocumentRecipient, ({ actor, params, body }) =>
    addDocumentRecipient(deps, actor, { subscriptionId: params.subscriptionId, email: body.email }),
  )
  route(app, documents.removeDocumentRecipient, ({ actor, params }) =>
    removeDocumentRecipient(deps, actor, params),
  )
  route(app, documents.changeBuyerReference, ({ actor, params, body }) =>
    changeBuyerReference(deps, actor, {
      subscriptionId: params.subscriptionId,
      buyerReference: body.buyer_reference,
    }),
  )
  route(app, documents.readDocumentsLink, ({ params }) => readDocumentsLink(deps, params.token))
  route(app, documents.switchDocuments, ({ params, body }) =>
    switchDocuments(deps, params.token, body.stopped),
  )
}

/** Body limit: 500 addresses need some kilobytes, but lists come with other columns too. */
const largestFile = 1_000_000

/** The only route that also takes CSV, which is parsed before validation. */
function registerAdding(app: FastifyInstance, deps: Deps): void {
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: largestFile },
    async (_request: unknown, bytes: Buffer) => {
      const read = csvEmails(bytes)
      if ('fault' in read) throw new AppError({ key: read.fault, field: 'file' })
      return { emails: read.emails }
    },
  )
  route(app, endpoints.addAccesses, ({ actor, params, body, http }) => {
    const input = {
      subscriptionId: params.subscriptionId,
      sendLinks: body.send_links ?? true,
      locale: localeOf(http),
    }
    return body.email === undefined
      ? addAccesses(deps, actor, { ...input, emails: body.emails ?? [] })
      : addAccess(deps, actor, { ...input, email: body.email })
  })
}

function registerRequests(app: FastifyInstance, deps: Deps): void {
  const subscriptionsOf = listSubscriptions(deps)
  route(app, requests.readFamilyRequest, ({ params, http }) =>
    readFamilyRequest(deps, params.code, localeOf(http)),
  )
  route(app, requests.activateFamilyRequest, async ({ actor, params, http }) => {
    const id = await activateFamilyRequest(deps, actor, params.code)
    const given = (await subscriptionsOf(actor.userId, localeOf(http))).find(each => each.id === id)
    if (!given) throw new Error('A subscription that was just given is not there')
    return given
  })
}
