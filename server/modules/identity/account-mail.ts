import * as z from 'zod'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { keyedHash, randomToken } from '#server/platform/secrets.ts'
import { lockReader } from './lock-reader.ts'
import { mailLink, withReturn } from './mailed-link.ts'
import { mailSignInLink } from './sign-in-links/sign-in-link.ts'

const queue = 'account-mail'

const AccountMail = z.object({
  /** Null for an unknown address: the job is queued all the same, against timing attacks (account enumeration). */
  userId: z.nullable(z.int()),
  reason: z.enum(['registration', 'forgotten_password', 'sign_in_link']),
  /** Seed of this request's link, so that the job is idempotent: a repeated job sends the same link once. */
  nonce: z.string(),
  /** Return URL, on a site of ours. */
  returnTo: z.optional(z.string()),
})
type AccountMail = z.infer<typeof AccountMail>

type MailDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>

/**
 * Queues the mail that answers a registration, a forgotten password or a sign-in link. Its text depends on whether there is an account;
 * a worker decides that, against account enumeration.
 */
export const queueAccountMail = (
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  request: Omit<AccountMail, 'nonce'> & { nonce?: string },
): Promise<void> => jobs.enqueue(tx, queue, { nonce: randomToken(128), ...request } satisfies AccountMail)

/** Consumes the queue in a worker process. */
export const consumeAccountMail = (deps: MailDeps): Promise<void> =>
  deps.jobs.consume(queue, async data => answerRequest(deps, AccountMail.parse(data)))

async function answerRequest(
  deps: MailDeps,
  { userId, reason, nonce, returnTo }: AccountMail,
): Promise<void> {
  if (userId === null) return
  const token = keyedHash(deps.settings.appSecret, 'mailed-link', nonce)
  await deps.db.transaction(async tx => {
    const user = await lockReader(tx, userId)
    if (!user || user.anonymizedAt !== null) return
    if (reason === 'forgotten_password') {
      await mailLink(tx, deps, user, { kind: 'new_password', token })
    } else if (user.confirmedAt === null) {
      await mailLink(tx, deps, user, { kind: 'activation', token, returnTo })
    } else if (reason === 'sign_in_link') {
      await mailSignInLink(tx, deps, user, { nonce, returnTo })
    } else {
      await sendMail(tx, deps, {
        to: user.email,
        locale: user.locale,
        template: 'account_exists',
        values: {},
        link: withReturn(`${deps.settings.origins.login}/login`, returnTo),
      })
    }
  })
}
