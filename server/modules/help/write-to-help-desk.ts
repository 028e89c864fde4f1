import { sql } from 'drizzle-orm'
import type { HelpRequest } from '#contract/help/write-to-help-desk.ts'
import { routes } from '#contract/routes.ts'
import { normaliseEmail } from '#server/modules/identity/index.ts'
import { sendMails } from '#server/modules/outbox/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { provenEmail } from './store.ts'
import { helpRequestNumbers } from './tables.ts'

type HelpDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>
type Written = Caller & { request: HelpRequest; userId: number | undefined }

/**
 * Sends a message to the help desk, whose answer goes to the reader's address (R13.15), and a copy to that address. The
 * message itself is in the copy only where the address is proven to be the sender's: nobody can mail words of theirs to others.
 *
 * @param input.userId of the signed-in sender
 * @returns the number of the request
 * @throws AppError `too_many_requests`
 */
export async function writeToHelpDesk(deps: HelpDeps, input: Written): Promise<{ number: string }> {
  const { request, userId } = input
  const email = normaliseEmail(request.email)
  const proven = userId === undefined ? undefined : await provenEmail(deps.db, userId)
  const counted = [
    [limits.helpByAddress, input.ip],
    [limits.helpByEmail, email],
  ] as const
  const number = await deps.limiter.attempt(
    counted,
    () => mailBoth(deps, { ...input, email, isProven: email === proven }),
    input,
  )
  return { number }
}

function mailBoth(
  deps: HelpDeps,
  { request, userId, email, isProven }: Written & { email: string; isProven: boolean },
): Promise<string> {
  const { topic, name, message, details, lang } = request
  const { emails, origins } = deps.settings
  return deps.db.transaction(async tx => {
    const { rows } = await tx.execute<{ number: string }>(
      sql`select nextval(${helpRequestNumbers.seqName}::regclass)::text as number`,
    )
    const number = rows[0]?.number ?? ''
    const subject = encodeURIComponent(`#${number}`)
    // Some mailers turn a bare plus into a space.
    const address = encodeURIComponent(email).replace('%40', '@')
    await sendMails(tx, deps, [
      {
        // Whoever typed another address is erased with it all the same.
        ...(userId !== undefined && { topic: `help-desk:${userId}` }),
        mail: {
          to: emails.helpdesk,
          replyTo: email,
          locale: 'sk',
          template: 'help_request',
          values: {
            number,
            topic,
            name: name || '–',
            email,
            account: userId === undefined ? 'no' : 'yes',
            id: String(userId ?? ''),
            message,
            details: details || '–',
          },
          link: `mailto:${address}?subject=${subject}`,
        },
      },
      {
        mail: {
          to: email,
          locale: lang,
          template: 'help_received',
          values: {
            number,
            hours: deps.settings.helpDesk.answerHours,
            copy: isProven ? 'yes' : 'no',
            message: isProven ? message : '',
          },
          link: `${origins.account}${routes.faq.path}`,
        },
      },
    ])
    return number
  })
}
