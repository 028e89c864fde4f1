import { Withdraw } from '#web/features/withdrawals/withdraw/withdraw.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'

/** /predplatne/odstupit-od-zmluvy (R11.07) */
export default function WithdrawalPage() {
  const t = useT()
  return (
    <>
      <Heading level={1} look="label">
        {t('main.withdrawal_title')}
      </Heading>
      <Withdraw />
    </>
  )
}
