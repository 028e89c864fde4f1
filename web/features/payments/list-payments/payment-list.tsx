import type { ReactNode } from 'react'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RowList } from '#web/ui/row-list.tsx'
import { PaymentPage, PaymentsMissing } from './payment-page.tsx'
import { usePayments } from './use-payments.ts'

type PaymentListProps = {
  /** Whether rows are expected (for the skeleton). */
  hasRows: boolean
  /** Render prop: wraps the list in its heading; not used for an empty list. */
  frame: (content: ReactNode) => ReactNode
}

/** Payments of the reader, newest first, with their receipts and invoices (R1.04), paginated. */
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

/** Empty state; a reader whose seat is paid by somebody else expects no documents. */
function NonePaid() {
  const t = useT()
  const { data } = useEndpoint(listSubscriptions, { params: useOwnParams() })
  const from = data?.items.find(each => each.state !== 'inactive' && each.given_by !== null)?.given_by
  return <p>{from ? t('documents.none_seat', { from }) : t('documents.none')}</p>
}
