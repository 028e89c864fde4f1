import type { EndpointOutput } from '#contract/endpoint.ts'
import { orderAddress } from '#contract/orders/shop-paths.ts'
import { routes } from '#contract/routes.ts'
import type { Concern, ConcernOf } from '#contract/subscriptions/concerns.ts'
import type { listSubscriptions, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { giverValues } from '#web/lib/reader/giver-values.ts'
import { cardOf, renewingOf } from '#web/lib/reader/subscription-words.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import type { SetMode } from '#web/lib/service-mode.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import type { PlainMessageKey } from '#web/lib/texts/i18n.ts'
import { describeMode } from './describe-mode.ts'
import { describeRisk, goesOn } from './describe-renewal.ts'
import type { Sentence } from './sentence.ts'

/** What the notice on top says, and its one act. */
export type NoticeRow = {
  /** Names it and its cause, so that another cause is told although this one was put off. */
  key: string
  tone: 'info' | 'warn'
  title: Sentence
  text: Sentence
  act?: { label: PlainMessageKey } & ({ href: string } | { does: 'keep' | 'resend' })
  /** Merely good to know: it may be put off. */
  canWait?: true
}

export type NoticeFacts = EndpointOutput<typeof listSubscriptions> & {
  mode: SetMode | undefined
  /** The server's time in milliseconds since 1970. */
  nowMs: number
  /** Path of the page: no act leads to where the reader is. */
  path: string
}

const concernOf = <Kind extends Concern['kind']>(
  { concerns }: NoticeFacts,
  kind: Kind,
): ConcernOf<Kind> | undefined =>
  // Found by its kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  concerns.find(each => each.kind === kind) as ConcernOf<Kind> | undefined

/** A subscription that goes on, with the risk for its next payment. */
function riskOf({ items, nowMs }: NoticeFacts, kind: 'failed' | 'to_confirm' | 'card') {
  for (const each of items.filter(item => item.state === 'active' || goesOn(item))) {
    const subscription = renewingOf(each, items)
    const risk = describeRisk(subscription, nowMs)
    const failures = subscription.recurrence.next_payment?.failed_attempts ?? 0
    const isToConfirm = subscription.recurrence.reason === 'awaits_confirmation'
    const its = isToConfirm ? 'to_confirm' : failures > 0 ? 'failed' : 'card'
    if (risk && its === kind) return { subscription, risk }
  }
  return undefined
}

const changeCard = (subscription: Subscription) =>
  cardOf(subscription) && {
    act: {
      label: 'subscriptions.change_card',
      href: `${routes.card_change.path}?predplatne=${subscription.id}`,
    } as const,
  }

const tooManyDevices = ({ devices, limit }: ConcernOf<'device'>) =>
  ({
    text: { id: 'subscriptions.notice.device_text', values: { devices, limit } },
    act: {
      label: 'subscriptions.notice.choose_devices',
      href: `${routes.subscription.path}#device-list`,
    },
  }) as const

/** Every notice in its order, the most urgent first: the first that holds is shown (R13.05). */
export const noticeRows: Record<
  string,
  (facts: NoticeFacts) => (Omit<NoticeRow, 'key'> & { cause?: string }) | undefined
> = {
  // First, since the acts of all others would be refused.
  service_mode: ({ mode, nowMs }) => mode && { tone: 'warn', ...describeMode(mode, nowMs) },
  anonymization: facts => {
    const anonymization = concernOf(facts, 'anonymization')
    return (
      anonymization && {
        tone: 'warn',
        title: { id: 'subscriptions.notice.anonymization', values: { date: formatDate(anonymization.at) } },
        text: { id: 'subscriptions.notice.anonymization_text' },
        act: { label: 'subscriptions.notice.keep', does: 'keep' },
      }
    )
  },
  // What is being charged may cure what follows.
  in_payment: ({ items }) => {
    const paying = items.find(({ recurrence }) => recurrence.change_in_payment)
    const name = paying?.recurrence.change_in_payment?.name
    if (!paying || name === undefined) return undefined
    return {
      tone: 'info',
      title: { id: 'subscriptions.notice.in_payment' },
      text: { id: 'subscriptions.notice.in_payment_text', values: { name } },
      act: {
        label: 'subscriptions.notice.see_payment',
        href: `${routes.change_subscription.path}?predplatne=${paying.id}`,
      },
    }
  },
  payment_failed: facts => {
    const found = riskOf(facts, 'failed')
    return found && { tone: 'warn', ...found.risk, ...changeCard(found.subscription) }
  },
  to_confirm: facts => {
    const found = riskOf(facts, 'to_confirm')
    if (!found) return undefined
    const href = `${routes.confirm_payment.path}?predplatne=${found.subscription.id}`
    return { tone: 'warn', ...found.risk, act: { label: 'subscriptions.confirm_payment', href } }
  },
  transfer: ({ awaited_transfer: transfer, items, path }) => {
    // Without anything to read it is the answer of /predplatne itself.
    const isAnswer = path === routes.subscription.path && items.every(({ state }) => state !== 'active')
    if (!transfer || isAnswer) return undefined
    const missing = transfer.price.amount - transfer.received.amount
    const isEnough = missing <= 0
    const price = formatMoney({ ...transfer.price, amount: missing })
    const values = { name: transfer.product_name }
    const { central_login: login } = runtimeConfig().hosts
    return {
      tone: 'info',
      title: isEnough
        ? { id: 'subscriptions.notice.transfer_came' }
        : { id: 'subscriptions.notice.transfer', values: { price } },
      text: isEnough
        ? { id: 'subscriptions.notice.transfer_came_text', values }
        : { id: 'subscriptions.notice.transfer_text', values },
      act: {
        label: isEnough ? 'subscriptions.notice.order' : 'subscriptions.notice.transfer_details',
        href: new URL(orderAddress(transfer.order_id), login).href,
      },
    }
  },
  device: facts => {
    const device = concernOf(facts, 'device')
    return device?.is_this
      ? { tone: 'warn', title: { id: 'subscriptions.notice.device' }, ...tooManyDevices(device) }
      : undefined
  },
  offer: facts => {
    const offer = concernOf(facts, 'offer')
    if (!offer) return undefined
    const values = { of: offer.of, ...giverValues(offer.from) }
    return {
      cause: offer.url,
      tone: 'info',
      title: { id: 'subscriptions.notice.offer', values },
      text: {
        id: 'subscriptions.notice.offer_text',
        values: { product: offer.product, date: formatLastDay(offer.until) },
      },
      act: {
        label: offer.of === 'gift' ? 'subscriptions.notice.take_gift' : 'subscriptions.notice.take_access',
        href: offer.url,
      },
      canWait: true,
    }
  },
  unconfirmed: facts => {
    const account = concernOf(facts, 'unconfirmed')
    if (!account) return undefined
    const { email, until } = account
    return {
      tone: 'warn',
      title: { id: 'subscriptions.notice.unconfirmed' },
      text:
        until === null
          ? { id: 'subscriptions.notice.unconfirmed_text', values: { email } }
          : { id: 'subscriptions.notice.unconfirmed_sent', values: { email, date: formatDate(until) } },
      act: {
        label: until === null ? 'subscriptions.notice.send' : 'subscriptions.notice.send_again',
        does: 'resend',
      },
    }
  },
  card_expires: facts => {
    const found = riskOf(facts, 'card')
    if (!found) return undefined
    const { subscription, risk } = found
    const cause = `${subscription.id} ${cardOf(subscription)?.valid_until}`
    return { cause, tone: 'warn', ...risk, ...changeCard(subscription), canWait: true }
  },
  price_changes: ({ items, nowMs }) => {
    const changing = items.find(({ recurrence }) => recurrence.next_payment?.price_change)
    const change = changing?.recurrence.next_payment?.price_change
    if (!changing || !change) return undefined
    const values = {
      date: formatDate(change.at),
      name: (changing.recurrence.next_type ?? changing.type).name,
      price: formatMoney(change.price),
      former: formatMoney(change.former_price),
    }
    const { acts, can_stop_until: until } = changing.recurrence
    // In the last 48 hours it cannot be turned off any more.
    const stopUntil = until !== null && nowMs <= Date.parse(until) ? until : null
    return {
      cause: `${changing.id} ${change.at} ${change.price.amount}`,
      tone: 'info',
      title: { id: 'subscriptions.notice.price', values },
      text:
        stopUntil === null
          ? { id: 'subscriptions.notice.price_text', values }
          : { id: 'subscriptions.notice.price_stop', values: { ...values, until: formatDate(stopUntil) } },
      ...(acts.includes('change')
        ? {
            act: {
              label: 'subscriptions.change',
              href: `${routes.change_subscription.path}?predplatne=${changing.id}`,
            },
          }
        : acts.includes('turn_off') && {
            act: {
              label: 'subscriptions.turn_off',
              href: `${routes.stop_recurrence.path}?predplatne=${changing.id}`,
            },
          }),
      canWait: true,
    }
  },
  other_device: facts => {
    const device = concernOf(facts, 'device')
    if (!device || device.is_this) return undefined
    const { shut_out: names } = device
    const values = { devices: names.length, name: names.join(', ') }
    const title = { id: 'subscriptions.notice.other_device', values } as const
    return { cause: names.join(), tone: 'warn', title, ...tooManyDevices(device), canWait: true }
  },
}

/**
 * The notice to be shown: the first that holds, was not put off and leads elsewhere.
 *
 * @param isPutOff whether a notice that can wait was put off, by its key
 */
export function topNotice(facts: NoticeFacts, isPutOff: (key: string) => boolean): NoticeRow | undefined {
  for (const [name, tell] of Object.entries(noticeRows)) {
    const told = tell(facts)
    if (!told) continue
    const { cause = '', ...row } = told
    if (row.act && 'href' in row.act && row.act.href.split('?', 1)[0]?.endsWith(facts.path)) continue
    const key = `${name} ${cause}`
    if (!(row.canWait && isPutOff(key))) return { key, ...row }
  }
  return undefined
}
