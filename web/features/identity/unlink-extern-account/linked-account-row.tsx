import { useState } from 'react'
import { unlinkExternAuthService } from '#contract/identity/extern-auth-services.ts'
import type { User } from '#contract/identity/identity.ts'
import { providerTitles } from '#contract/identity/providers.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import { Row } from '#web/ui/row-list.tsx'
import { hiddenTag } from '../hidden-tag.tsx'

type Service = User['extern_auth_services'][number]

type LinkedAccountRowProps = {
  service: Service
  canUnlink: boolean
  /** Called with the sentence that tells it. */
  onUnlinked: (told: string) => Promise<void>
}

/** One linked account: whose it is, since when, and the way to unlink it. */
export function LinkedAccountRow({ service, canUnlink, onUnlinked }: LinkedAccountRowProps) {
  const t = useT()
  const params = useOwnParams()
  const [asking, setAsking] = useState(false)
  const name = providerTitles[service.provider]
  const date = formatDate(service.linked_at)
  const { busy, onSubmit, problems } = useSubmission([], async () => {
    await call(unlinkExternAuthService, { params: { ...params, provider: service.provider } })
    setAsking(false)
    await onUnlinked(t('linked.unlinked', { name }))
  })
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
          <>
            <Button variant="quiet" onClick={() => setAsking(true)}>
              <RichText id="linked.unlink" values={{ name }} tags={hiddenTag} />
            </Button>
            <Dialog
              open={asking}
              onClose={() => setAsking(false)}
              title={t('linked.dialog_title', { name })}
              actions={
                <>
                  <Button variant="primary" busy={busy} onClick={onSubmit}>
                    {t('linked.confirm', { name })}
                  </Button>
                  <Button onClick={() => setAsking(false)}>{t('settings.keep')}</Button>
                </>
              }
            >
              <Problems texts={problems} />
              <p>{t('linked.dialog_text', { name })}</p>
            </Dialog>
          </>
        )
      }
    >
      {name}
    </Row>
  )
}
