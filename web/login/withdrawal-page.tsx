import { useState } from 'react'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { WithdrawByNumber } from '#web/features/withdrawals/withdraw-by-number/withdraw-by-number.tsx'
import { formatDate, formatTime } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Step, Ways } from '../blocks/step.tsx'
import { useOrderInAddress } from '../lib/reader/login-context.ts'

/** /obchod/odstupit-od-zmluvy (R11.07) */
export function WithdrawalPage() {
  const t = useT()
  const number = useOrderInAddress()
  const [received, setReceived] = useState<{ at: string; number: string }>()
  if (received) {
    const { at } = received
    return (
      <Step
        key="received"
        title={t('withdrawal.received', { day: formatDate(at), time: formatTime(at) })}
        focus="title"
        lead={t('withdrawal.visitor_received', { order: received.number })}
      >
        <Ways>
          <TextLink standalone href={shopPaths.catalogue}>
            {t('withdrawal.to_shop')}
          </TextLink>
        </Ways>
      </Step>
    )
  }
  return (
    <Step key="form" title={t('withdrawal.here')} focus="title">
      <WithdrawByNumber number={number} onReceived={setReceived} />
    </Step>
  )
}
