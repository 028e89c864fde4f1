import { unlinkExternAuthService } from '#contract/identity/extern-auth-services.ts'
import { type LinkName, linkTitles } from '#contract/identity/providers.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Row } from '#web/ui/row-list.tsx'

type LinkedAccountRowProps = {
  name: LinkName
  email: string | null
  /** What it does, or since when. */
  about: string
  canUnlink: boolean
  /** Called with the confirmation's text. */
  onUnlinked: (told: string) => Promise<void>
}

/** One linked account: e-mail, date or purpose, and the unlink button. */
export function LinkedAccountRow({
  name: provider,
  email,
  about,
  canUnlink,
  onUnlinked,
}: LinkedAccountRowProps) {
  const t = useT()
  const params = useOwnParams()
  const name = linkTitles[provider]
  return (
    <Row
      detail={
        <>
          {email !== null && <div>{email}</div>}
          {about}
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
