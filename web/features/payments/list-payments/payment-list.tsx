import type { ReactNode } from 'react'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RowList } from '#web/ui/row-list.tsx'
import { PaymentPage, PaymentsMissing } from './payment-page.tsx'
import { usePayments } from './use-payments.ts'

type PaymentListProps = {
  /** Whether there will be rows, as far as can be told. */
  hasRows: boolean
  /** Puts the list under its heading; where there is nothing to say, there is no heading either. */
  frame: (content: ReactNode) => ReactNode
}

/** Payments of the reader, newest first, with their receipts and invoices (R1.04); older ones on demand. */
export default function PaymentList({ hasRows, frame }: PaymentListProps) {
  const first = usePayments(undefined)
  if (!first.data) return (hasRows || first.isError) && frame(<PaymentsMissing query={first} />)
  if (first.data.items.length === 0) return hasRows && frame(<NonePaid />)
  return frame(
    <RowList>
      <PaymentPage />
    </RowList>,
  )
}

/** Whoever reads by an access that somebody else pays for waits for no document. */
function NonePaid() {
  const t = useT()
  const { data } = useEndpoint(listSubscriptions, { params: useOwnParams() })
  const from = data?.items.find(each => each.state !== 'inactive' && each.given_by !== null)?.given_by
  return <p>{from ? t('documents.none_seat', { from }) : t('documents.none')}</p>
}
