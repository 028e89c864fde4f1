import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'

/** Mails a sign-in link instead of asking for the password (R13.02). */
export function SignInLinkButton({ ask }: { ask: () => Promise<void> }) {
  const t = useT()
  const { busy, onSubmit, problems } = useSubmission([], ask)
  return (
    <>
      <Problems texts={problems} />
      <Button busy={busy} onClick={onSubmit}>
        {t('login.link_by_mail.ask')}
      </Button>
      <p>{t('login.link_by_mail.hint')}</p>
    </>
  )
}
