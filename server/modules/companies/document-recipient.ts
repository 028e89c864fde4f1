import type { DocumentRecipient } from '#contract/companies/company-documents.ts'
import { documentsTokenStart, mostDocumentRecipients } from '#contract/companies/company-documents.ts'
import { routes } from '#contract/routes.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isSameSecret, keyedHash } from '#server/platform/secrets.ts'
import type { RecipientRow } from './store.ts'

type WithSettings = Pick<Deps, 'settings'>

/** As the administrator sees it. */
export const toRecipient = ({ id, email, addedAt, stoppedAt }: RecipientRow): DocumentRecipient => ({
  id,
  email,
  added_at: addedAt.toString(),
  stopped_at: stoppedAt?.toString() ?? null,
})

/**
 * Requires that one more of a company's addresses may get its documents. Only with the subscription locked is it a guard.
 *
 * @throws AppError `document_recipient_limit`
 */
export function requirePlace(others: readonly RecipientRow[]): void {
  if (others.filter(each => each.stoppedAt === null).length < mostDocumentRecipients) return
  const params = { max: mostDocumentRecipients }
  throw new AppError({ key: 'document_recipient_limit', field: 'email', params })
}

/** By which the mails to one recipient that still wait are withdrawn. */
export const topicOf = (id: number): string => `document-recipient:${id}`

/**
 * Link by which the owner of an address stops the documents that come to it. It works as long as the address is named,
 * since an old mail must work as well as a new one, and it contains no personal data.
 */
export const documentsLink = (deps: WithSettings, id: number): string =>
  deps.settings.origins.account +
  routes.unsubscribe.path.replace(':token', `${documentsTokenStart}${id}-${signatureOf(deps, id)}`)

/** @returns the recipient's id; undefined when the token is not one of ours */
export function recipientOf(deps: WithSettings, token: string): number | undefined {
  const [, id = '', signature = ''] = /^documents-(\d+)-(.+)$/.exec(token) ?? []
  return isSameSecret(signature, signatureOf(deps, Number(id))) ? Number(id) : undefined
}

/** 132 bits. */
const signatureOf = ({ settings }: WithSettings, id: number): string =>
  keyedHash(settings.appSecret, 'documents-link', String(id)).slice(0, 22)
