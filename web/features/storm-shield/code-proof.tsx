import { createControlCode } from '#contract/phone/phone.ts'
import { requiredText } from '#contract/wire.ts'
import { call } from '#web/lib/api.ts'
import { faultsOf } from '#web/lib/faults-of.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form, Problems } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { ProofProps } from './proof-props.ts'

const Typed = z.object({ proof: requiredText(100) })

/** The code that was mailed to the account's address; another one on demand. */
export function CodeProof({ onAnswer, onGiveUp }: ProofProps) {
  const t = useT()
  const params = useOwnParams()
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { proof: '' },
    check: values => faultsOf(Typed, values),
    send: async ({ proof }) => onAnswer(proof),
  })
  const again = useSubmission([], async () => {
    setSent(false)
    await call(createControlCode, { params, body: { code_type: 'storm_shield' } })
    setSent(true)
  })
  return (
    <>
      <Form
        {...form}
        submitLabel={t('proof.confirm')}
        actions={<Button onClick={onGiveUp}>{t('proof.give_up')}</Button>}
      >
        <Field
          {...form.field('proof')}
          label={t('proof.email_code.label')}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
        />
      </Form>
      <Problems texts={again.problems} />
      {sent && <Notice tone="good">{t('proof.email_code.sent')}</Notice>}
      <Button variant="quiet" busy={again.busy} onClick={again.onSubmit}>
        {t('proof.email_code.again')}
      </Button>
    </>
  )
}
