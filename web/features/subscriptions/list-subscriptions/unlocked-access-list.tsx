import { readUser } from '#contract/identity/identity.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { unlockedAccess } from '#web/lib/reader/unlocked-access.ts'
import { say, useT } from '#web/lib/texts/i18n.ts'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { Section } from '#web/ui/section.tsx'

/** What the running subscriptions unlock, in words. Without the reader's counts it stands all the same. */
export function UnlockedAccess({ active }: { active: readonly Subscription[] }) {
  const t = useT()
  const user = useEndpoint(readUser, { params: useOwnParams() })
  return (
    <Section title={t('subscriptions.unlocked')}>
      <RowList columns={2}>
        {unlockedAccess(active, user.data).map(right => (
          <Row key={right.id}>{say(right)}</Row>
        ))}
      </RowList>
    </Section>
  )
}
