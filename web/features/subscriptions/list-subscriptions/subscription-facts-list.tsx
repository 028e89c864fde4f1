import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openDocument } from '#web/lib/call/open-document.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { type Fact, subscriptionFacts } from './subscription-facts.ts'

/** The facts of a subscription as pairs of a name and a value. */
export default function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const items = subscriptionFacts(subscription).map(({ name, value }) => ({
    name: t(name),
    value: typeof value === 'string' ? value : <Documents documents={value} />,
  }))
  return (
    <>
      <DataList items={items} />
      {isPausable(subscription) && (
        <TextLink standalone href={`${routes.pause_recurrence.path}?predplatne=${subscription.id}`}>
          {t('subscriptions.pause')}
        </TextLink>
      )}
    </>
  )
}

/** Whether a pause may be possible (R11.03); its page says whether it is. */
const isPausable = ({ id, audience, state, payment, recurrence }: Subscription) =>
  audience === 'person' &&
  state === 'active' &&
  payment?.card != null &&
  recurrence.state === 'on' &&
  recurrence.subscription_id === id &&
  recurrence.paused_until === null

function Documents({ documents }: { documents: Exclude<Fact['value'], string> }) {
  return documents.map(({ text, href }, index) => (
    <span key={href}>
      {index > 0 && ', '}
      <TextLink href={href} onClick={openDocument}>
        {text}
      </TextLink>
    </span>
  ))
}
