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
  return <DataList items={items} />
}

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
