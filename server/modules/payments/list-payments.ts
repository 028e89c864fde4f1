import { orderAddress } from '#contract/orders/shop-paths.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { defaultPageSize, type Locale } from '#contract/wire.ts'
import { creditNoteUrls, documentUrls, noDocuments } from '#server/modules/invoices/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { describeRefund } from './refunds/describe-refund.ts'
import { findRefundsOf } from './refunds/store.ts'
import { findPayments } from './store.ts'

/**
 * A page of the reader's payments, newest first (cursor pagination).
 *
 * @param input.limit most items, 20 when not given
 * @param input.cursor `next_cursor` of the page before
 */
export async function listPayments(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  input: { limit?: number | undefined; cursor?: string | undefined; locale: Locale },
): Promise<{ items: Payment[]; next_cursor: string | null }> {
  const limit = input.limit ?? defaultPageSize
  const after = input.cursor === undefined ? undefined : Number(input.cursor)
  // One row more than the limit tells whether there is a next page.
  const rows = await findPayments(db, actor.userId, { after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const urls = await documentUrls(
    { db, settings },
    actor.userId,
    page.map(({ payment }) => payment.id),
  )
  const refunds = await findRefundsOf(
    db,
    page.map(({ payment }) => payment.id),
  )
  const creditNotes = await creditNoteUrls(
    { db, settings },
    actor.userId,
    [...refunds.values()].flat().map(({ id }) => id),
  )
  const now = clock.now()
  return {
    items: page.map(({ payment, product, ...row }) => ({
      id: payment.id,
      product_name: localized(product, 'name', input.locale),
      method: payment.method,
      // The page of its order says that it did not come; one that comes after all is paid.
      state: hasNotCome({ payment, ...row }) ? 'failed' : payment.state,
      price: { amount: payment.amountCents, currency: 'EUR' },
      at: payment.at.toString(),
      paid_on: payment.paidOn,
      ...(urls.get(payment.id) ?? noDocuments),
      pay_url: isAwaited(row) ? `${settings.origins.login}${orderAddress(row.order.id)}` : null,
      refunds: (refunds.get(payment.id) ?? []).map(refund => ({
        ...describeRefund(refund, now),
        credit_note_url: creditNotes.get(refund.id) ?? null,
      })),
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.payment.id) : null,
  }
}

type Row = Awaited<ReturnType<typeof findPayments>>[number]

/** Whether its order's page says how to pay. */
const isAwaited = <Of extends Pick<Row, 'order' | 'isPartPaid'>>(
  row: Of,
): row is Of & { order: NonNullable<Row['order']> } =>
  row.order?.state === 'waiting' || (row.order?.state === 'expired' && row.isPartPaid)

/** Whether it is a transfer for an order that has expired. */
const hasNotCome = ({ payment: { method, state }, order, isPartPaid }: Omit<Row, 'product'>): boolean =>
  method === 'bank_transfer' && state === 'created' && order?.state === 'expired' && !isPartPaid
