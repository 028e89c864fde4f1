import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { BuyerReference } from '../orders/orders.ts'
import { Email, Instant, usersPath } from '../wire.ts'
import { SharedId, SharedParams } from './companies.ts'

/** Most addresses of one company that its documents are mailed to. */
export const mostDocumentRecipients = 5

/** An address that gets a company's documents, e.g. its accountant's. */
export const DocumentRecipient = z.object({
  id: z.int(),
  email: z.string(),
  added_at: Instant,
  /** When its owner stopped it by the link in a mail; only the owner starts it again. */
  stopped_at: z.nullable(Instant),
})
export type DocumentRecipient = z.infer<typeof DocumentRecipient>

const path = `${usersPath}/companies/:subscriptionId` as const
const own = { tag: 'Companies and families', access: 'reader' } as const

export const addDocumentRecipient = endpoint({
  ...own,
  method: 'POST',
  path: `${path}/document-recipients`,
  confirmedOnly: 'account_not_confirmed',
  summary: 'Have each new document of a company mailed to an address, which is told so and can stop it',
  params: SharedParams,
  body: z.strictObject({ email: Email }),
  success: { status: 201, body: DocumentRecipient },
  refusals: [
    'document_recipient_exists',
    'document_recipient_stopped',
    'document_recipient_limit',
    'too_many_document_recipients',
  ],
})

export const removeDocumentRecipient = endpoint({
  ...own,
  method: 'DELETE',
  path: `${path}/document-recipients/:id`,
  summary: 'Mail no more documents to an address',
  params: z.extend(SharedParams, { id: SharedId }),
  success: { status: 204 },
})

export const changeBuyerReference = endpoint({
  ...own,
  method: 'PUT',
  path: `${path}/buyer-reference`,
  summary: 'Change the company’s own number of its order for the next documents',
  params: SharedParams,
  body: z.strictObject({ buyer_reference: BuyerReference }),
  success: { status: 204 },
})

/** How the tokens of these links begin; those of newsletters, on the same page, never do. */
export const documentsTokenStart = 'documents-'

const byLink = {
  tag: 'Companies and families',
  access: 'public',
  path: '/rest/api/prv/v1/documents-links/:token',
  params: z.object({
    token: z.string().check(z.regex(/^documents-[1-9]\d{0,8}-[\w-]{22}$/, 'not_found')),
  }),
  success: {
    status: 200,
    body: z.object({ company: z.string(), email: z.string(), stopped: z.boolean() }),
  },
} as const

export const readDocumentsLink = endpoint({
  ...byLink,
  method: 'GET',
  summary: 'Which documents the link in a mail stops; reading it changes nothing',
  refusals: ['not_found'],
})

export const switchDocuments = endpoint({
  ...byLink,
  method: 'POST',
  summary: 'Stop the documents that come to an address, or have them sent again. A repeat changes nothing',
  body: z.strictObject({ stopped: z.boolean() }),
  refusals: ['not_found', 'document_recipient_limit'],
})
