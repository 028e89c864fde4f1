import { useEffect, useState } from 'react'
import { type CouponPreview, previewCoupon } from '#contract/coupons/coupons.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useIsStill } from '#web/lib/forms/use-is-still.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './coupon.module.css'
import { NextStep } from './next-step.tsx'

type CouponFormProps = {
  code: string
  /** Whether to load the preview without a press. */
  atOnce: boolean
  onChange: (code: string) => void
  onPreview: (preview: CouponPreview) => void
}

/** Field for a code in any notation, with help when it is refused (R4.13). */
export function CouponForm({ code, atOnce, onChange, onPreview }: CouponFormProps) {
  const t = useT()
  const params = useOwnParams()
  const [sent, setSent] = useState<string>()
  const isStill = useIsStill(code)
  const submission = useSubmission(['code'], async () => {
    setSent(code)
    const faults = faultsOf(previewCoupon.body, { code })
    if (faults.length > 0) throw new ApiError('unprocessable_entity', { faults })
    const preview = await call(previewCoupon, { params, body: { code } })
    // Not of a code that was typed since: it would be used unseen.
    if (isStill()) onPreview(preview)
  })
  const { form, failure } = submission
  useEffect(() => {
    if (atOnce) form.current?.requestSubmit()
  }, [atOnce, form])
  // A changed code clears the error.
  const fault = sent === code ? failure?.fields['code'] : undefined
  return (
    <Form {...submission} submitLabel={t('coupon.show')}>
      <div className={styles.typed}>
        <Field
          label={t('coupon.field')}
          hint={t('coupon.field_hint')}
          error={
            fault && (
              <>
                {fault} <NextStep refusal={failure?.keys['code']} />
              </>
            )
          }
          name="code"
          value={code}
          onChange={event => onChange(event.target.value)}
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
      </div>
    </Form>
  )
}
