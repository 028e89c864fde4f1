import type { Unlocking } from '#web/lib/reader/unlocked-access.ts'
import { Heading } from '#web/ui/heading.tsx'
import styles from './offer.module.css'
import { UnlockedRows } from './unlocked-rows.tsx'

/** What an offer unlocks, below a title. */
export function Unlocks({ offer, title, level }: { offer: Unlocking; title: string; level: 2 | 3 }) {
  return (
    <div className={styles.unlocks}>
      <Heading level={level} look="part">
        {title}
      </Heading>
      <UnlockedRows given={[offer]} />
    </div>
  )
}
