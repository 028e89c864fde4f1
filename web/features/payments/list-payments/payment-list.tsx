import { useT } from '#web/lib/texts/i18n.ts'
import { RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PaymentPage, PaymentsFailed } from './payment-page.tsx'
import { usePayments } from './use-payments.ts'

/**
 * Payments of the reader, newest first, with their receipts and invoices (R1.04); older ones on demand.
 *
 * @param props.rows how many rows there will be, as far as can be told
 */
export default function PaymentList({ rows }: { rows: number }) {
  const t = useT()
  const first = usePayments(undefined)
  if (!first.data) {
    return first.isError ? (
      <PaymentsFailed {...first} />
    ) : (
      <Skeleton shape="details" count={rows} label={t('common.loading')} />
    )
  }
  if (first.data.items.length === 0) return <p>{t('documents.none')}</p>
  return (
    <RowList>
      <PaymentPage />
    </RowList>
  )
}
