import { useT } from '#web/lib/i18n.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { PageLead } from './page-lead.tsx'

/** /pre-firmy: what companies can buy, and their accesses (R2.09). */
export default function CompanySubscriptionPage() {
  const t = useT()
  const address = runtimeConfig().services_email
  return (
    <PageLead name={t('main.company_subscription_title')} answer={t('page.company_subscription_answer')}>
      <RichText
        id="page.company_subscription_then"
        values={{ address }}
        tags={{ email: words => <TextLink href={`mailto:${address}`}>{words}</TextLink> }}
      />
    </PageLead>
  )
}
