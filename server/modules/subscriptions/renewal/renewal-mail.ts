import { routes } from '#contract/routes.ts'
import { type Mail, type MailTemplate, type MailValues, sendMails } from '#server/modules/outbox/index.ts'
import type { PaymentRow } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatMoney, formatTime } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { stopUntil } from '../recurrence/stop-time.ts'
import { priceOfRenewal } from './renewal-price.ts'
import type { RenewalRow } from './store.ts'

type MailDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>
/** Placeholder values of one template beyond those that all renewal mails share; an instant is rendered as its day. */
type RenewalMailValues<Name extends MailTemplate> = {
  [Each in Exclude<keyof MailValues<Name>, 'product' | 'price' | 'card'>]: string | number | Temporal.Instant
} & { price?: string }

/** Mails that ask for the confirmation of a payment, and lead there. */
const toConfirm = new Set<MailTemplate>(['renewal_to_confirm', 'confirmation_lapsing'])

/** Outbox topic of mails about a renewal, so that pending ones can be withdrawn when it is stopped. */
export const renewalTopic = (subscriptionId: number) => `renewal:${subscriptionId}`

/** A renewal with the payment that has paid for its next period. */
export type PaidRenewal = {
  row: RenewalRow
  payment: PaymentRow
  period: { startsAt: Temporal.Instant; endsAt: Temporal.Instant; anchorAt: Temporal.Instant | null }
}

/** Tells each reader that the next period was paid for, and till when the reader reads now. */
export const mailCharged = (tx: Tx, deps: MailDeps, renewals: readonly PaidRenewal[]): Promise<void> =>
  sendMails(
    tx,
    deps,
    renewals.map(({ row, payment, period }) => {
      const change = row.renewal.plannedChange
      const isChanged = change?.former && change.productCode === row.nextProduct.code
      const values = { ...paid(row, payment), until: period.endsAt.subtract({ milliseconds: 1 }) }
      return isChanged
        ? writeAbout(deps, row, 'change_done', { ...values, from: period.startsAt })
        : writeAbout(deps, row, 'renewal_charged', values)
    }),
  )

/** Tells why a charge failed, and when it is tried again. */
export const mailFailed = (
  tx: Tx,
  deps: MailDeps,
  row: RenewalRow,
  payment: PaymentRow,
  nextAttemptAt: Temporal.Instant,
): Promise<void> =>
  mailAbout(tx, deps, row, 'renewal_failed', {
    ...paid(row, payment),
    ...endOf(deps, row),
    day: nextAttemptAt,
    time: formatTime(row.reader.locale, nextAttemptAt),
  })

/** Tells that it will not be tried again. */
export const mailStopped = (tx: Tx, deps: MailDeps, row: RenewalRow, payment: PaymentRow): Promise<void> =>
  mailAbout(tx, deps, row, 'renewal_stopped', { ...paid(row, payment), ...endOf(deps, row) })

/** Asks the reader to confirm a payment that the bank does not let through otherwise (R11.12). */
export const mailToConfirm = (tx: Tx, deps: MailDeps, row: RenewalRow, payment: PaymentRow): Promise<void> =>
  mailAbout(tx, deps, row, 'renewal_to_confirm', { ...paid(row, payment), ...endOf(deps, row) })

/** After a pause the paid period is over already (R11.03). */
const endOf = ({ clock }: MailDeps, { subscription: { endsAt } }: RenewalRow) => ({
  until: endsAt.subtract({ milliseconds: 1 }),
  isOver: Temporal.Instant.compare(clock.now(), endsAt) < 0 ? 'no' : 'yes',
})

/**
 * Writes a mail about a renewal.
 *
 * @param values what its text says beyond the product, the card and the price; instants are told as days
 */
export const mailAbout = <Name extends MailTemplate>(
  tx: Tx,
  deps: MailDeps,
  row: RenewalRow,
  template: Name,
  values: RenewalMailValues<Name>,
): Promise<void> => sendMails(tx, deps, [writeAbout(deps, row, template, values)])

/** Tells that a renewal goes on, what is charged when, and till when it can be stopped. */
export const mailStarted = (tx: Tx, deps: MailDeps, row: RenewalRow): Promise<void> =>
  mailAbout(tx, deps, row, 'recurrence_started', {
    day: row.renewal.chargeAt,
    paid_until: row.subscription.endsAt.subtract({ milliseconds: 1 }),
    isPaid: 'no',
    canStop: 'yes',
    stop_until: stopUntil(row.renewal),
  })

function writeAbout<Name extends MailTemplate>(
  { settings }: Pick<MailDeps, 'settings'>,
  { reader, nextProduct, card, renewal, subscription }: RenewalRow,
  template: Name,
  values: RenewalMailValues<Name>,
): { mail: Mail; topic: string } {
  const told = Object.entries<string | number | Temporal.Instant>(values).map(([name, value]) => [
    name,
    value instanceof Temporal.Instant ? formatDay(reader.locale, value) : value,
  ])
  return {
    // `RenewalMailValues` has all placeholders of the template beside the three that are set here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    mail: {
      to: reader.email,
      locale: reader.locale,
      template,
      values: {
        product: localized(nextProduct, 'name', reader.locale),
        price: formatMoney(reader.locale, priceOfRenewal({ renewal, subscription })),
        card: card === null ? '' : describeCard(card),
        ...Object.fromEntries(told),
      },
      link: `${settings.origins.account}${
        toConfirm.has(template)
          ? `${routes.confirm_payment.path}?predplatne=${subscription.id}`
          : routes.subscription.path
      }`,
    } as Mail,
    topic: renewalTopic(renewal.subscriptionId),
  }
}

/** A card as texts name it: `Visa •••• 4242`. */
export const describeCard = (card: { brand: string; last4: string }): string =>
  `${card.brand}\u00a0••••\u00a0${card.last4}`

const paid = (row: RenewalRow, payment: PaymentRow) => ({
  price: formatMoney(row.reader.locale, payment.amountCents),
  reason: payment.failure ?? '',
})
