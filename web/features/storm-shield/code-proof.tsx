import { useState } from 'react'
import { createControlCode } from '#contract/phone/phone.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { ProofForm } from './proof-form.tsx'
import type { ProofProps } from './proof-props.ts'

/** The code that was mailed to the account's address; another one on demand. */
export function CodeProof(proof: ProofProps) {
  const t = useT()
  const params = useOwnParams()
  const [sent, setSent] = useState(false)
  const again = useSubmission([], async () => {
    setSent(false)
    await call(createControlCode, { params, body: { code_type: 'storm_shield' } })
    setSent(true)
  })
  return (
    <>
      <ProofForm
        {...proof}
        label={t('proof.email_code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Problems texts={again.problems} />
      {sent && <Notice tone="good">{t('proof.email_code.sent')}</Notice>}
      <Button variant="quiet" busy={again.busy} onClick={again.onSubmit}>
        {t('proof.email_code.again')}
      </Button>
    </>
  )
}
