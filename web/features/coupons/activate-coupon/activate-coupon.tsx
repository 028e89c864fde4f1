import { useState } from 'react'
import type { CouponPreview as Preview } from '#contract/coupons/coupons.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { readText, writeText } from '#web/lib/browser/storage.ts'
import { setParameters, useLocation } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Lead } from '#web/ui/lead.tsx'
import { CouponDone } from './coupon-done.tsx'
import { CouponForm } from './coupon-form.tsx'
import { CouponPreview } from './coupon-preview.tsx'

const parameter = 'activation_code'
/** Where the code is kept in this tab while the reader turns a renewal off elsewhere. */
const keptCodeOf = ({ userId }: { userId: string }) => `profil_kept_coupon_${userId}`

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
  const { search, by } = useLocation()
  const keptCode = keptCodeOf(useOwnParams())
  const inAddress = new URLSearchParams(search).get(parameter)
  const [code, setCode] = useState(() => inAddress ?? readText(keptCode) ?? '')
  const [shown, setShown] = useState<Shown>({ step: 'ask', atOnce: Boolean(inAddress) })

  const forget = () => {
    writeText(keptCode, '')
    setCode('')
    // A reload must not bring a used code back.
    setParameters({ [parameter]: null })
  }

  const ask = () => {
    setParameters({ [parameter]: null })
    setShown({ step: 'ask' })
  }

  // A link to this page, as of the menu, asks anew; the step back from there shows again what the code has given.
  if (shown.step === 'done' && by !== 'push') return <CouponDone given={shown.given} onAnother={ask} />
  if (shown.step === 'preview') {
    return (
      <CouponPreview
        code={code}
        onLeave={() => writeText(keptCode, code)}
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
      <Lead answer={t('coupon.ask')} then={t('coupon.ask_lead')} />
      <CouponForm
        code={code}
        atOnce={shown.step === 'ask' && shown.atOnce === true}
        onChange={setCode}
        onPreview={preview => {
          setParameters({ [parameter]: code })
          setShown({ step: 'preview', preview })
        }}
      />
    </>
  )
}
