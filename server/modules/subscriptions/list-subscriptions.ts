import { AccessFlag, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import { type DocumentSite, noDocuments, urlsOf } from '#server/modules/invoices/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { journeysOf } from './journeys.ts'
import { findReaderSubscriptions, type ReaderSubscriptionRow } from './reader-store.ts'
import { describeCard, describeRecurrence } from './recurrence/describe-recurrence.ts'
import { subscriptionState } from './subscription-state.ts'
import { withdrawUntil } from './withdrawal-time.ts'

/**
 * Prepares the list of a reader's subscriptions: running ones first, then future, then past ones, each by its end.
 *
 * @returns a function of the reader's id and language
 */
export function listSubscriptions({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock'> & { settings: ListSettings }) {
  const subscriptionsOf = findReaderSubscriptions(db)
  return async (userId: number, locale: Locale): Promise<Subscription[]> => {
    const now = clock.now()
    const rows = (await subscriptionsOf(userId)) ?? []
    return rows
      .map(row => toSubscription(row, { all: rows, locale, now, settings }))
      .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  }
}

type ListSettings = DocumentSite & Pick<Deps['settings'], 'pausesAYear'>

const order: readonly Subscription['state'][] = ['active', 'future', 'inactive']

function toSubscription(
  row: ReaderSubscriptionRow,
  {
    settings,
    ...told
  }: { all: readonly ReaderSubscriptionRow[]; locale: Locale; now: Temporal.Instant; settings: ListSettings },
): Subscription {
  const { locale, now } = told
  const { subscription, product, payment, document } = row
  const isConsumers = payment?.state === 'paid' && journeysOf(product).withdraw
  return {
    id: subscription.id,
    group: product.group,
    type: { code: product.code, name: localized(product, 'name', locale) },
    audience: product.audience,
    state: subscriptionState(subscription, now),
    price: { amount: subscription.priceCents, currency: product.currency },
    period: { from: subscription.startsAt.toString(), to: subscription.endsAt.toString() },
    access: product.access.map(flag => AccessFlag.parse(flag)),
    device_limit: product.deviceLimit,
    reads: row.reads,
    given_by: row.givenBy,
    recurrence: describeRecurrence(row, { ...told, pausesAYear: settings.pausesAYear }),
    payment: payment && {
      ...payment,
      withdraw_until: withdrawUntil(isConsumers ? row.contractAt : null, now),
      card: describeCard(row),
      ...(document ? urlsOf(settings, { ...document, userId: subscription.userId }) : noDocuments),
    },
  }
}
