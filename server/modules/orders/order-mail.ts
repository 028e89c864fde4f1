import { orderAddress } from '#contract/orders/shop-paths.ts'
import { type Mail, type MailTemplate, type MailValues, sendMail } from '#server/modules/outbox/index.ts'
import { confirmContract, type OpenedSubscription } from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatLastDay, formatMoney, formatPlainDay } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { say } from '#server/platform/texts/messages.ts'
import { bankAppLink } from './bank-app-link.ts'
import { payBySquare } from './pay-by-square.ts'
import type { OrderRow } from './store.ts'

type MailDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * Tells how to pay by transfer (R1.24), and how the purchase relates to what the reader has (R11.01).
 *
 * @param present subscriptions that it follows, replaces or runs beside
 */
export const mailTransferRequested = (
  tx: Tx,
  deps: MailDeps,
  row: OrderRow,
  present: readonly Present[],
): Promise<void> =>
  sendMail(
    tx,
    deps,
    mailAbout(
      deps,
      row,
      'transfer_requested',
      {
        ...accountOf(deps, row),
        ...planValues(row, row.order.begins, present),
        rest: row.order.restUntil === null ? 'no' : 'yes',
        until: row.order.restUntil === null ? '' : formatLastDay(row.reader.locale, row.order.restUntil),
        day: formatDay(row.reader.locale, row.order.expiresAt),
      },
      { link: linkTo(deps, row), picture: codeFor(deps, row, row.order.priceCents) },
    ),
  )

/** Reminds of a transfer that has not come, before the order expires (R11.14). */
export const mailTransferReminder = (tx: Tx, deps: MailDeps, row: OrderRow): Promise<void> =>
  sendMail(
    tx,
    deps,
    mailAbout(
      deps,
      row,
      'transfer_reminder',
      { ...accountOf(deps, row), day: formatDay(row.reader.locale, row.order.expiresAt) },
      { link: linkTo(deps, row), picture: codeFor(deps, row, row.order.priceCents) },
    ),
  )

/**
 * Tells that transfers of another sum have come for an order: what is still to be sent, or that nothing is, and what
 * becomes of the rest. A person completes it.
 *
 * @param totalCents all that has come for it
 */
export const mailOfWrongSum = (deps: Pick<Deps, 'settings'>, row: OrderRow, totalCents: number): Mail => {
  const { locale } = row.reader
  const missing = row.payment.amountCents - totalCents
  const money = (cents: number) => formatMoney(locale, cents)
  const total = money(totalCents)
  const link = linkTo(deps, row)
  if (missing <= 0) {
    const isMore = missing < 0 ? 'yes' : 'no'
    return mailAbout(deps, row, 'transfer_enough', { total, isMore, excess: money(-missing) }, { link })
  }
  return mailAbout(
    deps,
    row,
    'transfer_underpaid',
    { total, missing: money(missing), ...accountOf(deps, row) },
    { link, picture: codeFor(deps, row, missing) },
  )
}

const accountOf = ({ settings }: Pick<Deps, 'settings'>, { payment }: OrderRow) => ({
  iban: inFours(settings.bank.iban),
  beneficiary: settings.bank.beneficiary,
  variable_symbol: payment.variableSymbol ?? '',
})

/** The same payment QR code and link to the bank's app as on the order's page, for a sum. */
function codeFor(
  { settings }: Pick<Deps, 'settings'>,
  { payment, product, reader }: OrderRow,
  amountCents: number,
): Mail['picture'] {
  const variableSymbol = payment.variableSymbol ?? ''
  const asked = { ...settings.bank, amountCents, variableSymbol, note: product.nameSk }
  const code = payBySquare(asked)
  const price = formatMoney(reader.locale, amountCents)
  return {
    png: code.drawPng().toString('base64'),
    words: say(reader.locale, 'mail.pay_by_square', { price }),
    link: { words: say(reader.locale, 'mail.open_bank_app'), address: bankAppLink(asked) },
  }
}

const linkTo = ({ settings }: Pick<Deps, 'settings'>, { order }: OrderRow): string =>
  `${settings.origins.login}${orderAddress(order.id)}`

/**
 * Confirms a paid order on a durable medium (Directive 2011/83/EU, art. 8(7); Act 108/2024, § 17(12)): the period that it gives, the sum, the
 * next charge and how to stop it, withdrawal with its last day, the terms, and the document.
 *
 * @param opened.waits whether it begins only because the time of withdrawal is over then
 */
export const mailOfOrderPaid = (
  deps: Pick<Deps, 'settings'>,
  row: OrderRow,
  {
    startsAt,
    endsAt,
    plan,
    next,
    waits,
  }: Pick<OpenedSubscription, 'startsAt' | 'endsAt'> & Partial<OpenedSubscription> & { waits: boolean },
): Mail => {
  const { locale } = row.reader
  const { contract, files } = contractOf(deps, row, next)
  // What waits does not begin when the one before ends.
  const begins = waits && plan?.begins === 'after' ? null : (plan?.begins ?? null)
  return mailAbout(
    deps,
    row,
    'order_paid',
    {
      ...planValues(row, begins, plan?.present ?? []),
      contract,
      waits: waits ? 'yes' : 'no',
      from: formatDay(locale, startsAt),
      until: formatLastDay(locale, endsAt),
    },
    { files },
  )
}

/** What the mail has of the contract that the order concluded. */
function contractOf(deps: Pick<Deps, 'settings'>, row: OrderRow, next: OpenedSubscription['next'] = null) {
  return confirmContract(deps, {
    payment: row.payment,
    number: row.order.id,
    locale: row.reader.locale,
    next,
    consents: row.order.consents,
  })
}

type Present = { product: { nameSk: string; nameEn: string } }

const planValues = ({ reader }: OrderRow, begins: string | null, present: readonly Present[]) => ({
  begins: begins ?? 'at_once',
  present: present.map(({ product }) => localized(product, 'name', reader.locale)).join(', '),
})

/** Tells who gives when the gift goes out, and till when it is good. */
export const mailOfGiftPaid = (
  deps: Pick<Deps, 'settings'>,
  row: OrderRow,
  gift: { email: string; date: string; expiresAt: Temporal.Instant; isDue: boolean },
): Mail => {
  const { locale } = row.reader
  const { contract, files } = contractOf(deps, row)
  return mailAbout(
    deps,
    row,
    'gift_paid',
    {
      contract,
      isDue: gift.isDue ? 'yes' : 'no',
      day: formatPlainDay(locale, Temporal.PlainDate.from(gift.date)),
      hasRecipient: gift.email === '' ? 'no' : 'yes',
      recipient: gift.email,
      until: formatLastDay(locale, gift.expiresAt),
    },
    { files },
  )
}

const mailAbout = <Name extends MailTemplate>(
  deps: Pick<Deps, 'settings'>,
  { reader, product, order }: OrderRow,
  template: Name,
  values: Omit<MailValues<Name>, 'product' | 'price'>,
  { link, picture, files }: Partial<Pick<Mail, 'link' | 'picture' | 'files'>> = {},
): Mail =>
  // With the product and the price these are all placeholders of the template.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({
    to: reader.email,
    locale: reader.locale,
    template,
    values: {
      product: localized(product, 'name', reader.locale),
      price: formatMoney(reader.locale, order.priceCents),
      ...values,
    },
    link:
      link ??
      `${deps.settings.origins.account}${product.audience === 'company' ? '/pre-firmy' : '/predplatne'}`,
    ...(picture && { picture }),
    ...(files && { files }),
  }) as Mail

const inFours = (iban: string) => iban.replaceAll(/.{4}(?=.)/g, '$&\u00a0')
