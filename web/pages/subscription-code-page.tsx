import { useT } from '#web/lib/i18n.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { PageLead } from './page-lead.tsx'

/** /predplatne-cez-kod: a subscription by an activation code (R2.11). */
export default function SubscriptionCodePage() {
  const t = useT()
  const address = runtimeConfig().helpdesk_email
  return (
    <PageLead name={t('main.subscription_code_title')} answer={t('page.subscription_code_answer')}>
      <RichText
        id="page.subscription_code_then"
        values={{ address }}
        tags={{ email: words => <TextLink href={`mailto:${address}`}>{words}</TextLink> }}
      />
    </PageLead>
  )
}
