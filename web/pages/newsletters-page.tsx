import { useT } from '#web/lib/i18n.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { PageLead } from './page-lead.tsx'

/** /e-maily: newsletters and what the reader follows (R2.07). */
export default function NewslettersPage() {
  const t = useT()
  const address = runtimeConfig().helpdesk_email
  return (
    <PageLead name={t('main.newsletters_title')} answer={t('page.newsletters_answer')}>
      <RichText
        id="page.newsletters_then"
        values={{ address }}
        tags={{ email: words => <TextLink href={`mailto:${address}`}>{words}</TextLink> }}
      />
    </PageLead>
  )
}
