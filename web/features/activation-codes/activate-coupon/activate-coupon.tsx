import { useState } from 'react'
import type { CouponPreview as Preview } from '#contract/coupons/coupons.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { navigate, useLocation } from '#web/lib/navigation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { CouponDone } from './coupon-done.tsx'
import { CouponForm } from './coupon-form.tsx'
import { CouponPreview } from './coupon-preview.tsx'
import { keepCode, keptCode } from './kept-code.ts'
import { Lead } from './lead.tsx'

type Shown =
  | { step: 'ask'; atOnce?: boolean }
  | { step: 'preview'; preview: Preview }
  | { step: 'done'; given: Subscription }

/**
 * A code is typed, what it gives is shown, and only then is it used (R1.13). Who comes by a link with a code sees at once
 * what it gives: one press is left.
 */
export function ActivateCoupon() {
  const t = useT()
  const { search, pathname } = useLocation()
  const inAddress = new URLSearchParams(search).get('activation_code')
  const [code, setCode] = useState(() => inAddress ?? keptCode())
  const [shown, setShown] = useState<Shown>({ step: 'ask', atOnce: Boolean(inAddress) })

  const forget = () => {
    keepCode('')
    setCode('')
    // A reload must not bring back a code that has served its purpose.
    if (inAddress !== null) navigate(pathname, { replace: true })
  }

  const ask = () => setShown({ step: 'ask' })

  if (shown.step === 'done') return <CouponDone given={shown.given} onAnother={ask} />
  if (shown.step === 'preview') {
    return (
      <CouponPreview
        code={code}
        preview={shown.preview}
        onOther={ask}
        onUsed={given => {
          forget()
          setShown({ step: 'done', given })
        }}
      />
    )
  }
  return (
    <>
      <Lead answer={t('coupon.ask')}>{t('coupon.ask_lead')}</Lead>
      <CouponForm
        code={code}
        atOnce={shown.atOnce ?? false}
        onChange={setCode}
        onPreview={preview => setShown({ step: 'preview', preview })}
      />
    </>
  )
}
