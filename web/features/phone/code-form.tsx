import { useState } from 'react'
import { changePhone } from '#contract/identity/change-user.ts'
import { readUser } from '#contract/identity/identity.ts'
import { printedMobileNumber } from '#contract/phone/mobile-number.ts'
import { createControlCode, verifyControlCode } from '#contract/phone/phone.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useIsStill } from '#web/lib/forms/use-is-still.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Actions, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { CodeClock } from './code-clock.tsx'
import styles from './phone-part.module.css'
import { ResendClock } from './resend-clock.tsx'

type CodeFormProps = {
  /** The pending number, `09xxxxxxxx`. */
  number: string
  /** When its code expires, in milliseconds of this machine's clock; undefined without a valid one. */
  codeEndMs: number | undefined
  /** Called when another code is on its way. */
  onSent: () => Promise<void>
  onVerified: (number: string) => Promise<void>
  onGivenUp: () => Promise<void>
}

/** Form for the code, with resend and cancel. Only the server validates the input (R5.15). */
export function CodeForm({ number, codeEndMs, onSent, onVerified, onGivenUp }: CodeFormProps) {
  const t = useT()
  const params = useOwnParams()
  const [mayResendAtMs, setMayResendAtMs] = useState<number>()
  const form = useForm({
    initial: { control_code: '' },
    check: () => [],
    send: async ({ control_code }) => {
      const body = { code_type: 'phone' as const, control_code }
      const { content } = await call(verifyControlCode, { params, body }).catch((error: unknown) => {
        // One whose answer was lost may have been right. Not awaited: the failure is told at once.
        void invalidate(readUser)
        throw error
      })
      await onVerified(content.phone)
    },
  })
  const isStill = useIsStill(form.values.control_code)
  const resend = useSubmission([], async () => {
    try {
      await call(createControlCode, { params, body: { code_type: 'phone' } })
    } catch (error) {
      const waitS = error instanceof ApiError ? error.retryAfterSeconds : undefined
      if (waitS !== undefined) setMayResendAtMs(Date.now() + waitS * 1000)
      throw error
    }
    await onSent()
    // The former code alone: the new one may be typed before this is known.
    if (isStill()) form.setValue('control_code', '')
    announce(t('phone.resent'))
  })
  const giveUp = useSubmission([], async () => {
    await call(changePhone, { params, body: { phone_to_change: null } })
    await onGivenUp()
  })
  const waiting = codeEndMs === undefined ? 'phone.code_waiting' : 'phone.code_sent'

  return (
    <>
      <p className={styles.lead}>
        <RichText id={waiting} values={{ number: printedMobileNumber(number) }} />
      </p>
      <Form {...form} submitLabel={t('phone.verify')} variant="secondary">
        <Field
          {...form.field('control_code')}
          label={t('phone.code')}
          hint={codeEndMs !== undefined && <CodeClock untilMs={codeEndMs} />}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </Form>
      <div>
        <Problems
          texts={[resend.failure?.general, giveUp.failure?.general].filter(text => text !== undefined)}
        />
        <Actions>
          <Button variant="quiet" busy={resend.busy} onClick={resend.onSubmit}>
            {t('phone.resend')}
          </Button>
          <Button variant="quiet" busy={giveUp.busy} onClick={giveUp.onSubmit}>
            {t('phone.cancel')}
          </Button>
        </Actions>
        {mayResendAtMs !== undefined && <ResendClock untilMs={mayResendAtMs} />}
      </div>
    </>
  )
}
