import type { User } from '#contract/identity/identity.ts'
import type { AccessFlag, Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { MessageKey } from '#web/lib/message-key.ts'
import type { Sentence } from './sentence.ts'

/** What each right means in the reader's words, most wanted first; flags themselves are never shown (R6.07). */
const words: readonly (readonly [AccessFlag, MessageKey])[] = [
  ['web', 'subscriptions.access.web'],
  ['mobile', 'subscriptions.access.mobile'],
  ['article', 'subscriptions.access.article'],
  ['dennik', 'subscriptions.access.dennik'],
  ['eknihy', 'subscriptions.access.ebooks'],
  ['blog', 'subscriptions.access.blog'],
  ['forum', 'subscriptions.access.forum'],
  ['no_advert', 'subscriptions.access.no_advert'],
  ['no_advert_web', 'subscriptions.access.no_advert_web'],
  ['no_advert_mobile', 'subscriptions.access.no_advert_mobile'],
  ['print', 'subscriptions.access.print'],
  ['myreg_web', 'subscriptions.access.myreg_web'],
  ['myreg_pdf', 'subscriptions.access.myreg_pdf'],
  ['spcttr', 'subscriptions.access.spcttr'],
  ['sportnet', 'subscriptions.access.sportnet'],
  ['futbalnet', 'subscriptions.access.futbalnet'],
]

/**
 * What the reader's running subscriptions unlock together (R1.20), with what is left of what is metered (R6.04).
 *
 * @param user what the server counts for the reader; while it is not known, the rights are told without numbers
 */
export function unlockedAccess(active: readonly Subscription[], user: User | undefined): Sentence[] {
  const flags = new Set(active.flatMap(subscription => subscription.access))
  if (flags.has('no_advert_web') && flags.has('no_advert_mobile')) flags.add('no_advert')
  if (flags.has('no_advert')) {
    flags.delete('no_advert_web')
    flags.delete('no_advert_mobile')
  }
  const unlocked = words
    .filter(([flag]) => flags.has(flag))
    .map(([flag, id]) => (flag === 'eknihy' && user ? ebooksLeft(user) : { id }))
  const devices = user?.device_limit.device_limit ?? Math.max(0, ...active.map(each => each.device_limit))
  // Without anything to read there is nothing to read it on.
  if (devices > 0 && (flags.has('device3') || flags.has('device6'))) {
    unlocked.push({ id: 'subscriptions.access.devices', values: { count: devices } })
  }
  return unlocked
}

const ebooksLeft = ({ ebooks }: User): Sentence => ({
  id: 'subscriptions.access.ebooks_left',
  values: { left: Math.max(0, ebooks.limit - ebooks.used), limit: ebooks.limit },
})
