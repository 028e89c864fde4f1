import { readUser } from '#contract/identity/identity.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { say, useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { unlockedAccess } from '#web/lib/unlocked-access.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
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
