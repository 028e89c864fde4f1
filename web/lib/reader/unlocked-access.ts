import type { User } from '#contract/identity/identity.ts'
import type { AccessFlag, Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { MessageKey } from '#locales/message-values.ts'
import type { MessageOf, PlainKeyOf } from '#locales/values-of.ts'
import { formatDayAndMonth, formatTime } from '../texts/format.ts'

/** Source of rights: a subscription, or an offer of one. */
export type Unlocking = Pick<Subscription, 'access' | 'device_limit'>
type RightKey = Extract<MessageKey, `subscriptions.access.${string}`>
type Unlocked = MessageOf<RightKey>

type Right = { flags: readonly AccessFlag[]; id: PlainKeyOf<RightKey>; covers?: readonly AccessFlag[] }

/**
 * Texts of rights, most wanted first; flags themselves are never shown (R6.07). Rights that belong together
 * have one text, listed before its parts.
 */
const rights: readonly Right[] = [
  { flags: ['web'], id: 'subscriptions.access.web' },
  { flags: ['mobile'], id: 'subscriptions.access.mobile' },
  { flags: ['article'], id: 'subscriptions.access.article' },
  { flags: ['dennik'], id: 'subscriptions.access.dennik' },
  { flags: ['print'], id: 'subscriptions.access.print' },
  { flags: ['eknihy'], id: 'subscriptions.access.ebooks' },
  { flags: ['blog', 'forum'], id: 'subscriptions.access.blog_and_forum' },
  { flags: ['blog'], id: 'subscriptions.access.blog' },
  { flags: ['forum'], id: 'subscriptions.access.forum' },
  {
    flags: ['no_advert'],
    id: 'subscriptions.access.no_advert',
    covers: ['no_advert_web', 'no_advert_mobile'],
  },
  { flags: ['no_advert_web', 'no_advert_mobile'], id: 'subscriptions.access.no_advert' },
  { flags: ['no_advert_web'], id: 'subscriptions.access.no_advert_web' },
  { flags: ['no_advert_mobile'], id: 'subscriptions.access.no_advert_mobile' },
  { flags: ['myreg_web', 'myreg_pdf'], id: 'subscriptions.access.myreg' },
  { flags: ['myreg_web'], id: 'subscriptions.access.myreg_web' },
  { flags: ['myreg_pdf'], id: 'subscriptions.access.myreg_pdf' },
  { flags: ['spcttr'], id: 'subscriptions.access.spcttr' },
  { flags: ['sportnet', 'futbalnet'], id: 'subscriptions.access.sportnet_and_futbalnet' },
  { flags: ['sportnet'], id: 'subscriptions.access.sportnet' },
  { flags: ['futbalnet'], id: 'subscriptions.access.futbalnet' },
]

/**
 * What several subscriptions unlock together (R1.20), with remaining metered counts (R6.04).
 *
 * @param user the reader's counts; without them the rights have no numbers
 */
export function unlockedAccess(given: readonly Unlocking[], user?: User): Unlocked[] {
  const left = new Set(given.flatMap(each => each.access))
  const unlocked: Unlocked[] = []
  for (const { flags, id, covers = [] } of rights) {
    if (!flags.every(flag => left.has(flag))) continue
    for (const flag of [...flags, ...covers]) left.delete(flag)
    unlocked.push(id === 'subscriptions.access.ebooks' && user ? ebooksLeft(user) : { id })
  }
  const devices = user?.device_limit.device_limit ?? Math.max(0, ...given.map(each => each.device_limit))
  // No devices without content.
  if (devices > 0 && (left.has('device3') || left.has('device6'))) {
    unlocked.push({ id: 'subscriptions.access.devices', values: { count: devices } })
  }
  return unlocked
}

function ebooksLeft({ ebooks: { limit, used, next_at: nextAt } }: User): Unlocked {
  if (nextAt !== null) {
    const values = { limit, date: formatDayAndMonth(nextAt), time: formatTime(nextAt) }
    return { id: 'subscriptions.access.ebooks_used_up', values }
  }
  return { id: 'subscriptions.access.ebooks_left', values: { left: limit - used, limit } }
}
