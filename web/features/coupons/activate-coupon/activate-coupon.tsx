import { useState } from 'react'
import type { CouponPreview as Preview } from '#contract/coupons/coupons.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { addressText, navigate, useLocation } from '#web/lib/navigation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { CouponDone } from './coupon-done.tsx'
import { CouponForm } from './coupon-form.tsx'
import { CouponPreview } from './coupon-preview.tsx'
import { keepCode, keptCode } from './kept-code.ts'
import { Lead } from './lead.tsx'

const parameter = 'activation_code'

type Shown =
  | { step: 'ask'; atOnce?: boolean }
  | { step: 'preview'; preview: Preview }
  | { step: 'done'; given: Subscription }

/**
 * Preview of a typed code, then its activation (R1.13). A link with a code shows the preview at once. The code
 * is kept in the address, so that a reload or Back shows it again.
 */
export function ActivateCoupon() {
  const t = useT()
  const { search } = useLocation()
  const inAddress = new URLSearchParams(search).get(parameter)
  const [code, setCode] = useState(() => inAddress ?? keptCode())
  const [shown, setShown] = useState<Shown>({ step: 'ask', atOnce: Boolean(inAddress) })

  const forget = () => {
    keepCode('')
    setCode('')
    // A reload must not bring a used code back.
    writeAddress(null)
  }

  const ask = () => {
    writeAddress(null)
    setShown({ step: 'ask' })
  }

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
        onPreview={preview => {
          writeAddress(code)
          setShown({ step: 'preview', preview })
        }}
      />
    </>
  )
}

/** Sets or removes the code in the current address; other parameters stay. */
function writeAddress(code: string | null): void {
  const query = new URLSearchParams(location.search)
  if (query.get(parameter) === code) return
  if (code === null) query.delete(parameter)
  else query.set(parameter, code)
  const search = query.size > 0 ? `?${query}` : ''
  navigate(addressText({ pathname: location.pathname, search, hash: location.hash }), { replace: true })
}
