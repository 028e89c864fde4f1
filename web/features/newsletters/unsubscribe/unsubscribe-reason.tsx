import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { leavingReasons, tellReason } from '#contract/newsletters/unsubscribe.ts'
import { call } from '#web/lib/call/api.ts'
import { errorText, textOfError } from '#web/lib/call/error-text.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FieldStack } from '#web/ui/field-stack.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'

type Reason = (typeof leavingReasons)[number]

/** Optional question about the reason, after unsubscribing. */
export function UnsubscribeReason({ token }: { token: string }) {
  const t = useT()
  const [reason, setReason] = useState<Reason>()
  const field = useRef<HTMLSelectElement>(null)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const telling = useMutation({
    // Offline it fails with its error; the default would pause silently.
    networkMode: 'always',
    mutationFn: (chosen: Reason) => call(tellReason, { params: { token }, body: { reason: chosen, text } }),
  })
  if (telling.isSuccess) {
    return (
      <Section title={t('unsubscribe.reason_title')}>
        <Heading level={3} look="part" arrives>
          {t('unsubscribe.reason_thanks')}
        </Heading>
      </Section>
    )
  }
  return (
    <Section title={t('unsubscribe.reason_title')} hint={t('unsubscribe.reason_text')}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          setMissing(reason === undefined)
          if (reason === undefined) field.current?.focus()
          else if (!telling.isPending) telling.mutate(reason)
        }}
      >
        <FieldStack>
          <Select
            ref={field}
            label={t('unsubscribe.reason')}
            error={missing && reason === undefined && errorText('required')}
            value={reason ?? ''}
            onChange={event => setReason(leavingReasons.find(each => each === event.target.value))}
          >
            <option value="">{t('unsubscribe.reason_choose')}</option>
            {leavingReasons.map(each => (
              <option key={each} value={each}>
                {t(`unsubscribe.reason.${each}`)}
              </option>
            ))}
          </Select>
          <TextArea
            label={t('unsubscribe.reason_more')}
            maxLength={500}
            value={text}
            onChange={event => setText(event.target.value)}
          />
          {telling.isError && <Notice tone="error">{textOfError(telling.error)}</Notice>}
          <Actions>
            <Button type="submit" busy={telling.isPending}>
              {t('unsubscribe.reason_submit')}
            </Button>
          </Actions>
        </FieldStack>
      </form>
    </Section>
  )
}
