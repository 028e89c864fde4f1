import { Withdraw } from '#web/features/withdrawals/withdraw/withdraw.tsx'

/** /predplatne/odstupit-od-zmluvy (R11.07) */
export default function WithdrawalPage() {
  return <Withdraw />
}
