import { unlinkExternAuthService } from '#contract/identity/extern-auth-services.ts'
import type { User } from '#contract/identity/identity.ts'
import { providerTitles } from '#contract/identity/providers.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Row } from '#web/ui/row-list.tsx'

type Service = User['extern_auth_services'][number]

type LinkedAccountRowProps = {
  service: Service
  canUnlink: boolean
  /** Called with the confirmation's text. */
  onUnlinked: (told: string) => Promise<void>
}

/** One linked account: e-mail, date, and the unlink button. */
export function LinkedAccountRow({ service, canUnlink, onUnlinked }: LinkedAccountRowProps) {
  const t = useT()
  const params = useOwnParams()
  const { provider } = service
  const name = providerTitles[provider]
  const date = formatDate(service.linked_at)
  return (
    <Row
      detail={
        <>
          {service.email !== null && <div>{service.email}</div>}
          {t('linked.since', { date })}
        </>
      }
      action={
        canUnlink && (
          <ConfirmedAct
            opener={{ children: <RichText id="linked.unlink" values={{ name }} /> }}
            title={t('linked.dialog_title', { name })}
            confirm={t('linked.confirm', { name })}
            act={() => call(unlinkExternAuthService, { params: { ...params, provider } })}
            onDone={() => onUnlinked(t('linked.unlinked', { name }))}
          >
            <p>{t('linked.dialog_text', { name })}</p>
          </ConfirmedAct>
        )
      }
    >
      {name}
    </Row>
  )
}
