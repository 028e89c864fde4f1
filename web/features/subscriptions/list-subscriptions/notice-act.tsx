import type { EndpointOutput } from '#contract/endpoint.ts'
import { resendActivationEmail } from '#contract/identity/identity.ts'
import { withdrawAnonymization } from '#contract/privacy/anonymization.ts'
import type { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { call } from '#web/lib/call/api.ts'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import type { NoticeDeed } from './notice-rows.ts'

type NoticeActProps = NoticeDeed & { concerns: EndpointOutput<typeof listSubscriptions>['concerns'] }

/** What a notice offers to do at once: keep the account, or send the link that confirms it. */
export default function NoticeAct({ does, label, concerns }: NoticeActProps) {
  const t = useT()
  const params = useOwnParams()
  const { problems, busy, onSubmit } = useSubmission([], async () => {
    await call(does === 'keep' ? withdrawAnonymization : resendActivationEmail, { params })
    const email = concerns.find(each => each.kind === 'unconfirmed')?.email ?? ''
    showToast(does === 'keep' ? t('subscriptions.notice.kept') : t('subscriptions.notice.sent', { email }))
    await queryClient.invalidateQueries()
  })
  return (
    <>
      <Button busy={busy} onClick={onSubmit}>
        {t(label)}
      </Button>
      {problems.length > 0 && <Problems texts={problems} />}
    </>
  )
}
