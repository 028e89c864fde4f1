import { useT } from '#web/lib/i18n.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { PageLead } from './page-lead.tsx'

/** /nastavenia: the profile and its settings (R2.08). */
export default function SettingsPage() {
  const t = useT()
  const address = runtimeConfig().helpdesk_email
  return (
    <PageLead name={t('main.settings_title')} answer={t('page.settings_answer')}>
      <RichText
        id="page.settings_then"
        values={{ address }}
        tags={{ email: words => <TextLink href={`mailto:${address}`}>{words}</TextLink> }}
      />
    </PageLead>
  )
}
