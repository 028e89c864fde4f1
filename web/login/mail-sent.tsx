import { type ReactNode, useState } from 'react'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Step } from '../blocks/step.tsx'

type MailSentProps = {
  /** What was sent and where to. The same for known and unknown addresses (no user enumeration). */
  lead: ReactNode
  sendAgain: () => Promise<void>
  /** Address of the step where the e-mail was typed. */
  changeHref: string
  /** What can be done without leaving this screen. */
  children?: ReactNode
}

/** A mail was sent: what to do with it, and what if it doesn't come. */
export function MailSent({ lead, sendAgain, changeHref, children }: MailSentProps) {
  const t = useT()
  const [times, setTimes] = useState(0)
  const submission = useSubmission([], async () => {
    await sendAgain()
    setTimes(times + 1)
  })
  const again = times > 0 && !submission.failure && !submission.busy
  return (
    <Step title={t('login.sent.title')} focus="title" lead={lead}>
      {children}
      <p>{t('login.sent.nothing_came')}</p>
      {again && <Notice key={times} tone="good" title={t('login.sent.sent_again')} />}
      <Problems texts={submission.problems} />
      <Actions>
        <Button onClick={submission.onSubmit} busy={submission.busy}>
          {t('login.sent.again')}
        </Button>
        <ButtonLink variant="quiet" href={changeHref}>
          {t('login.sent.other_email')}
        </ButtonLink>
      </Actions>
    </Step>
  )
}
