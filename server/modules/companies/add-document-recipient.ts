import type { DocumentRecipient } from '#contract/companies/company-documents.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { documentsLink, requirePlace, topicOf, toRecipient } from './document-recipient.ts'
import { giverOf } from './mail-access-link.ts'
import { lockAsAdministrator, requireAdministrator } from './require-administrator.ts'
import { findDocumentRecipients, findLocales, type SharedRow } from './store.ts'
import { documentRecipients } from './tables.ts'

type AddDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>

/**
 * Has each new document of a company mailed to an address (decision 065). It is told at once, with a link to stop it.
 *
 * @throws AppError `forbidden`, also for a family; `too_many_document_recipients`, and at the field `email`
 *   `document_recipient_exists`, `document_recipient_stopped`, `document_recipient_limit`
 */
export async function addDocumentRecipient(
  deps: AddDeps,
  actor: Actor,
  given: { subscriptionId: number; email: string },
): Promise<DocumentRecipient> {
  const email = given.email.toLowerCase()
  const { product } = await requireAdministrator(deps, actor, given.subscriptionId)
  if (product.audience !== 'company') throw new AppError('forbidden')
  return deps.limiter.attempt(
    [
      [limits.documentRecipients, actor.userId],
      [limits.documentRecipientsByEmail, email],
    ],
    () =>
      deps.db.transaction(async tx => {
        const shared = await lockAsAdministrator(tx, actor, given.subscriptionId)
        return add(tx, deps, shared, email)
      }),
  )
}

/** Under the lock of the subscription, so that concurrent calls never add one too many. */
async function add(tx: Tx, deps: AddDeps, shared: SharedRow, email: string): Promise<DocumentRecipient> {
  const present = await findDocumentRecipients(tx, shared.id)
  const same = present.find(each => each.email === email)
  if (same) {
    const key = same.stoppedAt === null ? 'document_recipient_exists' : 'document_recipient_stopped'
    throw new AppError({ key, field: 'email' })
  }
  requirePlace(present)
  const locale = (await findLocales(tx, [email])).get(email) ?? shared.administrator.locale
  const row = onlyRow(
    await tx
      .insert(documentRecipients)
      .values({ subscriptionId: shared.id, email, locale, addedAt: deps.clock.now() })
      .returning(),
  )
  await sendMail(
    tx,
    deps,
    {
      to: email,
      locale,
      template: 'documents_announced',
      values: { company: giverOf(shared) ?? '' },
      link: documentsLink(deps, row.id),
    },
    { topic: topicOf(row.id) },
  )
  await recordActivity(tx, deps, { userId: shared.administratorId, kind: 'document_recipient_added' })
  return toRecipient(row)
}
