import { and, eq, isNull } from 'drizzle-orm'
import type { readDocumentsLink as endpoint } from '#contract/companies/company-documents.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { recipientOf, requirePlace, topicOf } from './document-recipient.ts'
import { giverOf } from './mail-access-link.ts'
import { findDocumentRecipients, findShared, lockShared } from './store.ts'
import { documentRecipients } from './tables.ts'

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'settings'>
type Described = EndpointAnswer<typeof endpoint>

/** What the link of a mail is about. Read-only. @throws AppError `not_found`, also once the address was removed */
export const readDocumentsLink = (deps: LinkDeps, token: string): Promise<Described> =>
  describe(deps.db, requireId(deps, token))

/**
 * The owner of an address stops the documents that come to it, also those that wait, or has them sent again, unless the
 * company has named five others meanwhile. Idempotent.
 *
 * @throws AppError `not_found`, `document_recipient_limit`
 */
export const switchDocuments = (deps: LinkDeps, token: string, stopped: boolean): Promise<Described> =>
  deps.db.transaction(async tx => {
    const id = requireId(deps, token)
    if (!stopped) await requirePlaceAgain(tx, id)
    await tx
      .update(documentRecipients)
      .set({ stoppedAt: stopped ? deps.clock.now() : null })
      .where(and(eq(documentRecipients.id, id), stopped ? isNull(documentRecipients.stoppedAt) : undefined))
    if (stopped) await withdrawMails(tx, topicOf(id))
    return describe(tx, id)
  })

async function requirePlaceAgain(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.select().from(documentRecipients).where(eq(documentRecipients.id, id))
  if (!row) throw new AppError('not_found')
  await lockShared(tx, row.subscriptionId)
  requirePlace((await findDocumentRecipients(tx, row.subscriptionId)).filter(each => each.id !== id))
}

function requireId(deps: LinkDeps, token: string): number {
  const id = recipientOf(deps, token)
  if (id === undefined) throw new AppError('not_found')
  return id
}

async function describe(db: Db | Tx, id: number): Promise<Described> {
  const [row] = await db.select().from(documentRecipients).where(eq(documentRecipients.id, id))
  const shared = row && (await findShared(db, row.subscriptionId))
  if (!shared) throw new AppError('not_found')
  return { company: giverOf(shared) ?? '', email: row.email, stopped: row.stoppedAt !== null }
}
