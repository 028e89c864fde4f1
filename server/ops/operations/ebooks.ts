import * as z from 'zod'
import { countEbook } from '#server/modules/devices/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { Id, Instant } from '../fields.ts'
import { aboutReader, defineWrite } from '../operation.ts'
import { judgeAccess } from './access.ts'

const SiteId = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** Metering of the e-book site's downloads (R10.05); docs/access.md describes it. */
export const ebookOperations = [
  defineWrite({
    name: 'readers count-ebook',
    summary: 'Counts a file that a reader is about to download, or refuses it: 30 files in 30 days.',
    http: { method: 'POST', path: '/readers/:id/ebook-downloads' },
    scope: 'ebooks:write',
    refusals: ['user_not_found', 'ebooks_not_included', 'ebook_limit_reached', 'idempotency_key_reused'],
    input: z.object({
      id: Id.describe('the reader; claim `sub` of the session token'),
      file: SiteId.describe('the file as your shelf names it: 1 to 200 characters of ASCII without spaces'),
      download_id: SiteId.describe('this download, the same when it is reported again: made likewise'),
    }),
    output: z.object({
      counted: z.boolean().describe('false for a repeat, and for a file of the last 30 days'),
      limit: z.int(),
      left: z.int(),
      next_at: Instant.nullable().describe('when one more is possible; null while some are left'),
    }),
    positional: ['id', 'file', 'download_id'],
    run: async ({ tx, clock }, { id, file, download_id: downloadId }) => {
      const { allowed, reason } = await judgeAccess({ db: tx, clock }, { id, flag: 'eknihy' })
      if (reason === 'account_unknown') throw new AppError('user_not_found')
      if (!allowed) throw new AppError('ebooks_not_included')
      const { counted, before, after } = await countEbook(tx, clock, { userId: id, file, downloadId })
      const { limit, used, next_at: nextAt } = after
      return {
        answer: { counted, limit, left: Math.max(0, limit - used), next_at: nextAt },
        ...aboutReader(id),
        before: { used: before.used },
        after: { used },
      }
    },
  }),
]
