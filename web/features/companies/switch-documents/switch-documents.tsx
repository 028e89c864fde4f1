import { useEffect, useRef } from 'react'
import { readDocumentsLink, switchDocuments } from '#contract/companies/company-documents.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { Problems } from '#web/ui/problems.tsx'

/** Page of the link in a mail with a company's document. Opening it changes nothing; its one button does. */
export function SwitchDocuments({ token }: { token: string }) {
  const t = useT()
  const params = { token }
  const read = useEndpoint(readDocumentsLink, { params })
  const heading = useRef<HTMLHeadingElement>(null)
  const isPressed = useRef(false)
  const stopped = read.data?.stopped
  const acting = useSubmission([], async () => {
    isPressed.current = true
    await call(switchDocuments, { params, body: { stopped: stopped === false } })
    await invalidate(readDocumentsLink)
  })
  useEffect(() => {
    if (isPressed.current && stopped !== undefined) heading.current?.focus()
  }, [stopped])

  if (read.error instanceof ApiError && read.error.kind === 'not_found') {
    return <Lead answer={t('unsubscribe.invalid_answer')} then={t('unsubscribe.documents_gone')} />
  }
  if (!read.data) return <Awaited query={read} shape="answer" failed="unsubscribe.loading_failed" />
  const { company, email } = read.data
  const which = stopped ? 'documents_stopped' : 'documents'
  return (
    <>
      <Lead
        answer={t(`unsubscribe.${which}_answer`, { company, email })}
        then={t(`unsubscribe.${which}_then`)}
        ref={heading}
        tabIndex={-1}
      />
      <Problems texts={acting.problems} title={t('unsubscribe.failed')} />
      <Actions>
        <Button variant={stopped ? 'secondary' : 'primary'} busy={acting.busy} onClick={acting.onSubmit}>
          {t(stopped ? 'unsubscribe.documents_resume' : 'unsubscribe.documents_stop')}
        </Button>
      </Actions>
    </>
  )
}
