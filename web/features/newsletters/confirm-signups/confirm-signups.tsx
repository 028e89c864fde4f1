import { useMutation } from '@tanstack/react-query'
import { confirmSignups, readLink } from '#contract/newsletters/mailed-links.ts'
import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { call } from '#web/lib/call/api.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { queryClient, readOptions } from '#web/lib/call/use-endpoint.ts'
import { intlLocale, useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { Notice } from '#web/ui/notice.tsx'
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
  const confirming = useMutation({
    mutationFn: () => call(confirmSignups, { params: { token } }),
    onSuccess: mailbox => {
      queryClient.setQueryData(readOptions(readLink, { params: { token } }).queryKey, mailbox)
      onConfirmed()
    },
  })
  return (
    <>
      <Lead
        answer={t('newsletter_link.confirm_answer', { titles: listTitles(waiting, intlLocale()) })}
        then={t('newsletter_link.confirm_then', { email })}
      />
      {confirming.isError && (
        <Notice tone="error" title={t('newsletter_link.confirm_failed')}>
          <p>{textOfError(confirming.error)}</p>
        </Notice>
      )}
      <Actions>
        <Button variant="primary" busy={confirming.isPending} onClick={() => confirming.mutate()}>
          {t('newsletter_link.confirm')}
        </Button>
      </Actions>
    </>
  )
}
