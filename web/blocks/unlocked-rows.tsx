import type { User } from '#contract/identity/identity.ts'
import { type Unlocking, unlockedAccess } from '#web/lib/reader/unlocked-access.ts'
import { say } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import styles from './offer.module.css'

type UnlockedRowsProps = { given: readonly Unlocking[]; user?: User | undefined }

/** What subscriptions unlock together, a row each; with the reader's counts where the reader is given. */
export function UnlockedRows({ given, user }: UnlockedRowsProps) {
  return (
    <RowList columns={2}>
      {unlockedAccess(given, user).map(right => (
        <Row key={right.id}>{say(right)}</Row>
      ))}
    </RowList>
  )
}

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
