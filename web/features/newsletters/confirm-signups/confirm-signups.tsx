import { confirmSignups, readLink } from '#contract/newsletters/mailed-links.ts'
import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { call } from '#web/lib/call/api.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { intlLocale, useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { listTitles } from '../list-titles.ts'

type ConfirmSignupsProps = {
  token: string
  email: string
  waiting: readonly Newsletter[]
  /** Called when they are confirmed. */
  onConfirmed: () => void
}

/** Button that confirms the requested sign-ups (double opt-in). */
export function ConfirmSignups({ token, email, waiting, onConfirmed }: ConfirmSignupsProps) {
  const t = useT()
  const confirming = useSubmission([], async () => {
    const mailbox = await call(confirmSignups, { params: { token } })
    replaceRead(readLink, { params: { token } }, mailbox)
    onConfirmed()
  })
  return (
    <>
      <Lead
        answer={t('newsletter_link.confirm_answer', { titles: listTitles(waiting, intlLocale()) })}
        then={t('newsletter_link.confirm_then', { email })}
      />
      <Problems texts={confirming.problems} title={t('newsletter_link.confirm_failed')} />
      <Actions>
        <Button variant="primary" busy={confirming.busy} onClick={confirming.onSubmit}>
          {t('newsletter_link.confirm')}
        </Button>
      </Actions>
    </>
  )
}
