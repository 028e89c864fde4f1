import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParam, Instant, UserParams, usersPath } from '../wire.ts'

/** Rules of the archive of a reader's data, also shown on the screens (R13.04). */
export const dataArchiveRules = {
  /** For how many days it can be downloaded once it is made. */
  lifeDays: 7,
} as const

/**
 * The archive of everything that is held about a reader (GDPR, articles 15 and 20): none was asked for lately, it is being
 * made, can be downloaded, could not be made, or its time is over.
 */
export const DataArchive = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('making'), requested_at: Instant }),
  z.object({
    state: z.literal('ready'),
    requested_at: Instant,
    expires_at: Instant,
    bytes: z.int(),
    url: z.string(),
  }),
  z.object({ state: z.literal('failed'), requested_at: Instant }),
  z.object({ state: z.literal('gone'), requested_at: Instant, expires_at: Instant }),
])
export type DataArchive = z.infer<typeof DataArchive>

const own = { tag: 'Privacy', access: 'reader' } as const
const path = `${usersPath}/data-archives` as const

export const readDataArchive = endpoint({
  ...own,
  method: 'GET',
  path,
  summary: 'The last archive of the reader’s data',
  params: UserParams,
  success: { status: 200, body: DataArchive },
})

export const requestDataArchive = endpoint({
  ...own,
  method: 'POST',
  path,
  // Access to one’s data is a right until they are erased.
  whileAnonymizationPending: true,
  summary:
    'Have everything that is held about the reader made into one archive, and its link mailed. While one is made or can be downloaded it is the same one',
  params: UserParams,
  success: { status: 202, body: DataArchive },
  refusals: ['user_not_found'],
})

export const downloadDataArchive = endpoint({
  ...own,
  method: 'GET',
  path: `${path}/:id`,
  summary: 'The archive: a page to read, the same as JSON, and the documents as PDF',
  params: z.extend(UserParams, { id: IdParam }),
  success: { status: 200, body: z.instanceof(ReadableStream), type: 'application/zip' },
  refusals: ['not_found', 'too_many_requests'],
})
