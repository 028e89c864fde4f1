import { readUser } from '#contract/identity/identity.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { UnlockedRows } from '#web/blocks/unlocked-rows.tsx'
import { useIsPainted } from '#web/lib/browser/use-is-painted.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Section } from '#web/ui/section.tsx'
import styles from './subscription-list.module.css'

/** What the running subscriptions unlock; shown without counts while the reader is not loaded. */
export function UnlockedAccess({ active }: { active: readonly Subscription[] }) {
  const t = useT()
  // Only counts depend on it.
  const user = useEndpoint(readUser, { params: useOwnParams() }, useIsPainted())
  return (
    <Section title={t('subscriptions.unlocked')}>
      <UnlockedRows given={active} user={user.data} own />
      {isStandardOnly(active) && <p className={styles.more}>{t('subscriptions.premium_unlocks')}</p>}
    </Section>
  )
}

/** Whether Standard is all that somebody has, so that Premium would unlock more (R1.21). */
const isStandardOnly = (active: readonly Subscription[]): boolean =>
  active.some(({ group }) => group === 'standard' || group === 'standard_advert') &&
  !active.some(({ access }) => access.includes('device6'))
