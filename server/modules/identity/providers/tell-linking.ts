import { type LinkName, linkTitles } from '#contract/identity/providers.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import type { users } from '../tables.ts'

/** Tells a reader, in the own log and by mail, what was linked to the account or unlinked from it. */
export async function tellLinking(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  user: Pick<typeof users.$inferSelect, 'id' | 'email' | 'locale'>,
  {
    kind,
    name,
    by,
  }: Pick<Requester, 'by'> & { kind: 'extern_account_linked' | 'extern_account_unlinked'; name: LinkName },
): Promise<void> {
  await recordActivity(tx, deps, { userId: user.id, by, kind, details: { provider: name } })
  await sendMail(tx, deps, {
    to: user.email,
    locale: user.locale,
    template: kind,
    values: { provider: linkTitles[name] },
    link: `${deps.settings.origins.account}/nastavenia#linked-accounts`,
  })
}
