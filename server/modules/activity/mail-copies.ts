import { type ActivityKind, noDetails } from '#contract/activity/activity.ts'
import type { Locale } from '#contract/wire.ts'
import { type Mail, sendMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatTime } from '#server/platform/texts/format.ts'
import { sayWith } from '#server/platform/texts/messages.ts'
import { findCopyReaders, hasSignedInFrom } from './store.ts'

type CopyDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>
type Entry = { userId: number; kind: ActivityKind; details: Record<string, string>; at: Temporal.Instant }

/** Left out: activities with a mail of their own, whether copies are wanted or not. */
export const mailedAnyway: ReadonlySet<ActivityKind> = new Set([
  'account_activated',
  'password_changed',
  'extern_account_linked',
  'extern_account_unlinked',
  'passkey_added',
  'passkey_removed',
  'account_detached',
  'order_paid',
  'recurrence_started',
  'recurrence_stopped',
  'recurrence_paused',
  'recurrence_resumed',
  'subscription_change_planned',
  'subscription_change_undone',
  'subscription_extended',
  'subscription_given',
  'subscription_upgraded',
  'card_changed',
  'payment_refunded',
  'contract_withdrawn',
  'anonymization_requested',
  'anonymization_withdrawn',
])

/**
 * Mails new entries of the own log to readers who want copies, and what staff did to any; each entry is mailed once, and
 * of sign-ins only the first one from a browser.
 *
 * @param tx transaction of the entries, which are not in the log yet
 */
export async function mailCopies(tx: Tx, deps: CopyDeps, entries: readonly Entry[]): Promise<void> {
  const untold = entries.filter(({ kind }) => !mailedAnyway.has(kind))
  if (untold.length === 0) return
  const readers = await findCopyReaders(
    tx,
    untold.map(({ userId }) => userId),
  )
  const copies = untold.flatMap(entry =>
    readers
      .filter(({ id, wantsCopies }) => id === entry.userId && (wantsCopies || isByStaff(entry)))
      .map(reader => ({ entry, reader })),
  )
  const worth = await Promise.all(copies.map(({ entry }) => isWorthMailing(tx, entry)))
  const mails = copies.filter((_, index) => worth[index])
  await sendMails(
    tx,
    deps,
    mails.map(({ entry, reader }) => ({ mail: copyOf(deps, reader, entry) })),
  )
}

const isByStaff = ({ details }: Entry): boolean => details['by'] === 'staff'

async function isWorthMailing(tx: Tx, { userId, kind, details }: Entry): Promise<boolean> {
  return kind !== 'signed_in' || !(await hasSignedInFrom(tx, userId, details))
}

function copyOf(
  { settings }: Pick<Deps, 'settings'>,
  { email, locale }: { email: string; locale: Locale },
  entry: Entry,
): Mail {
  const { kind, details, at } = entry
  const browser = [details['browser'], details['system']].filter(Boolean).join(', ')
  const told = {
    what: sayWith(locale, `activity.kind.${kind}`, { ...noDetails, ...details }),
    day: formatDay(locale, at),
    time: formatTime(locale, at),
  }
  const mail = { to: email, locale, link: `${settings.origins.account}/nastavenia#other-settings` }
  if (isByStaff(entry)) return { ...mail, template: 'done_by_staff', values: told }
  return {
    ...mail,
    template: 'notice_copy',
    values: { ...told, browser, hasBrowser: browser === '' ? 'no' : 'yes' },
  }
}
