import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentConfirmation } from '#contract/recurrence/confirm-payment.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { formatDay } from '#server/platform/texts/format.ts'
import { makePeriod } from '#server/testing/make/purchase.ts'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { sweepPayments } from '../../payments/index.ts'
import { settleStoppedRenewals } from '../renewal/charge-due-renewals.ts'
import { paidBy } from '../renewal/charge-key.ts'
import { remindOfConfirmations } from '../renewal/remind-readers.ts'
import { recurringProfiles } from '../tables.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())
const path = (reader: Subscribed) => `subscriptions/${reader.subscriptionId}/payment-confirmation`
const stateOf = async (reader: Subscribed) => (await reader.get<PaymentConfirmation>(path(reader))).state
const confirm = async (reader: Subscribed) => {
  const answer = await reader.browser.post(`${reader.own}/${path(reader)}`)
  const { redirect_url: url = '', errors } = answer.json<{
    redirect_url?: string
    errors?: { key: string }[]
  }>()
  return { status: answer.statusCode, url, key: errors?.[0]?.key }
}
const pay = async (url: string) => {
  await server.gateway.payOnPage(url, 'confirmed_always').catch(() => undefined)
  await server.gateway.confirmOnPage(url, 'confirm').catch(() => undefined)
}
const renewals = async (reader: Subscribed, state?: string) =>
  (await reader.payments()).filter(each => each.purpose === 'renewal' && (!state || each.state === state))
/** Runs the charges; how many payments of renewals there are then. */
const chargedBy = async (reader: Subscribed) => {
  await server.chargeDue()
  return (await renewals(reader, 'paid')).length
}
const reasonOf = async (reader: Subscribed) =>
  (await reader.list()).find(each => each.id === reader.subscriptionId)?.recurrence.reason

/** A reader whose renewal the bank did not let through. */
async function refused() {
  const reader = await server.subscribe({ card: 'confirmed_always' })
  goTo(reader.endsAt.subtract({ hours: 48 }))
  await server.chargeDue()
  expect(await reasonOf(reader)).toBe('awaits_confirmation')
  return reader
}

test('R11.12 the reader is asked by mail and confirms that very payment: once, at the told price, after what is paid', async () => {
  const reader = await refused()
  await eventually(async () => server.mailbox.mails.filter(mail => mail.to === reader.email).length).toBe(1)
  const mail = server.mailbox.mails.find(each => each.to === reader.email)
  expect(mail?.subject).toContain('Banka chce, aby ste platbu za Prémium potvrdili')
  expect(mail?.text).toContain(`/predplatne/potvrdit-platbu?predplatne=${reader.subscriptionId}`)
  expect(await reader.get(path(reader))).toEqual({
    state: 'needed',
    price: { amount: 8990, currency: 'EUR' },
  })
  const { url } = await confirm(reader)
  expect(await stateOf(reader)).toBe('waiting')
  await pay(url)
  await eventually(() => stateOf(reader)).toBe('paid')
  const [next] = (await reader.list()).filter(each => each.state === 'future')
  expect(next?.period.from).toBe(reader.endsAt.toString())
  expect(next?.recurrence).toMatchObject({ state: 'on', next_payment: { price: { amount: 8990 } } })
  goTo(reader.endsAt)
  await server.chargeDue()
  expect((await renewals(reader, 'paid')).map(each => each.amountCents)).toEqual([8990])
  // It renews by the card of that page, which is another one than before.
  const plan = (await reader.renewals()).at(-1)
  expect(plan).toMatchObject({ state: 'active', failedAttempts: 0 })
  expect(plan?.cardId).not.toBe(reader.cardId)
  expect((await confirm(await againIn(reader))).key).toBe('payment_not_to_confirm')
})

test('R11.12 a page that is left unpaid ends: the payment can be confirmed anew, by another attempt', async () => {
  const reader = await refused()
  const { url } = await confirm(reader)
  await server.gateway.leavePage(url)
  await eventually(() => stateOf(reader)).toBe('needed')
  const again = await confirm(reader)
  expect(again.url).not.toBe(url)
  await pay(again.url)
  await eventually(() => stateOf(reader)).toBe('paid')
  const keys = (await renewals(reader)).map(each => each.gatewayKey ?? '')
  expect(new Set(keys).size).toBe(3)
  expect(new Set(keys.map(paidBy)).size).toBe(1)
})

test('R11.12 who leaves the page and at once wants to pay after all is not led to the page that ended', async () => {
  const reader = await refused()
  await server.gateway.setFaults({ webhooks: 'off' })
  const { url } = await confirm(reader)
  // Asked a moment before the reader leaves, so that coming back does not ask again.
  expect(await stateOf(reader)).toBe('waiting')
  await server.gateway.leavePage(url)
  const again = await confirm(reader)
  expect(again.url).toContain('/pay/')
  expect(again.url).not.toBe(url)
  await pay(again.url)
  expect((await confirm(reader)).key).toBe('payment_not_to_confirm')
  expect(await stateOf(reader)).toBe('paid')
  await server.gateway.setFaults({ webhooks: 'prompt' })
})

test('R11.11 twenty presses amid runs of charges, a new card and the payment itself: one page, one payment', async () => {
  const reader = await refused()
  const change = (await reader.changeCard(reader.subscriptionId)).json<{ redirect_url: string }>()
  const opened = new Set<string>()
  const acts = Array.from({ length: 20 }, (_, index) => async () => {
    if (index % 4 === 0) await server.chargeDue()
    if (index % 4 === 1) await settleStoppedRenewals(server.money)
    if (index === 10) await server.gateway.payOnPage(change.redirect_url)
    const { url } = await confirm(reader)
    if (url.includes('/pay/')) opened.add(url)
    if (index % 4 === 3 && url !== '') await pay(url)
  })
  await Promise.all(acts.map(act => act()))
  await eventually(() => stateOf(reader)).toBe('paid')
  expect(await chargedBy(reader)).toBe(1)
  expect(opened.size).toBe(1)
  const { charges } = await server.gateway.ledger()
  const own = (await renewals(reader)).map(each => each.gatewayKey ?? '')
  expect(charges.filter(each => own.some(key => each.key.startsWith(key)))).toHaveLength(1)
})

test('R11.12 another card that is given while the page is open is charged once that page has ended', async () => {
  const reader = await refused()
  const change = (await reader.changeCard(reader.subscriptionId)).json<{ redirect_url: string }>()
  const { url } = await confirm(reader)
  await server.gateway.payOnPage(change.redirect_url)
  await eventually(async () => (await reader.renewals()).at(-1)?.cardId).not.toBe(reader.cardId)
  expect(await chargedBy(reader)).toBe(0)
  await server.gateway.leavePage(url)
  await eventually(() => chargedBy(reader)).toBe(1)
})

test('R11.12 who changes the card instead is not kept waiting by the page: it is closed, and the card charged', async () => {
  const reader = await refused()
  const { url } = await confirm(reader)
  const change = (await reader.changeCard(reader.subscriptionId)).json<{ redirect_url: string }>()
  await server.gateway.payOnPage(change.redirect_url)
  await pay(url)
  await eventually(() => chargedBy(reader)).toBe(1)
})

test('R11.11 a period that the gateway has taken already is not paid again, e.g. in a restored copy', async () => {
  const reader = await refused()
  const good = await server.subscribe()
  const [card] = (await server.gateway.ledger()).charges.slice(-1)
  const [failed] = await renewals(reader)
  const paysFor = paidBy(failed?.gatewayKey ?? '')
  await server.gateway.gateway.chargeOffSession({
    key: `other/${good.id}`,
    cardToken: card?.card ?? '',
    amountCents: 8990,
    product: 'premium_1y',
    paysFor,
  })
  expect((await confirm(reader)).url).toContain('payment=done')
  expect(await stateOf(reader)).toBe('paid')
  expect(await renewals(reader, 'paid')).toHaveLength(1)
})

test('R17.03 a gateway that is away is told so; a page that was never opened stands in nobody’s way', async () => {
  const reader = await refused()
  await server.gateway.setFaults({ down: 'refusing' })
  expect(await confirm(reader)).toMatchObject({ status: 503, key: 'payment_gateway_unavailable' })
  await server.gateway.setFaults({ down: 'no' })
  server.clock.advance('PT3M')
  await sweepPayments(server.money)
  expect(await stateOf(reader)).toBe('needed')
  await pay((await confirm(reader)).url)
  await eventually(() => stateOf(reader)).toBe('paid')
})

test('R11.12 nobody else confirms it; not while anonymization is pending, nor two weeks after what was paid', async () => {
  const reader = await refused()
  const other = await server.subscribe()
  expect(await confirm({ ...other, subscriptionId: reader.subscriptionId })).toMatchObject({ status: 404 })
  expect((await confirm(other)).key).toBe('payment_not_to_confirm')
  await reader.requestAnonymization()
  expect((await confirm(reader)).key).toBe('user_anonymization_pending')
  await reader.browser.delete(`${reader.own}/anonymization`)
  goTo(reader.endsAt.add({ hours: 14 * 24 }))
  expect(await stateOf(await againIn(reader))).toBe('none')
  expect(await reasonOf(reader)).toBe('stopped_after_failures')
  expect((await confirm(reader)).key).toBe('payment_not_to_confirm')
})

describe('R11.12 the reminder a week before it is too late', () => {
  const remind = () => remindOfConfirmations(server.deps)
  const remindersTo = (reader: Subscribed) =>
    server.mailbox.mails.filter(mail => mail.to === reader.email && mail.subject.startsWith('Platbu za'))
  const week = (reader: Subscribed) => goTo(reader.endsAt.add({ hours: 7 * 24 }))

  test('comes once, also from twenty runs at once, with the last whole day and the way to pay', async () => {
    const reader = await refused()
    goTo(reader.endsAt.add({ hours: 7 * 24 }).subtract({ seconds: 5 }))
    await remind()
    expect(await server.deps.db.$count(outboxMessages, isLapsing(reader))).toBe(0)
    week(reader)
    await Promise.all(Array.from({ length: 20 }, remind))
    server.clock.advance('P1D')
    await remind()
    await eventually(async () => remindersTo(reader).length).toBe(1)
    const [mail] = remindersTo(reader)
    const last = formatDay('sk', reader.endsAt.add({ hours: 13 * 24 }))
    expect(mail?.text).toContain(`89,90\u00a0€ z\u00a0karty Visa\u00a0••••\u00a03184 potvrdili`)
    expect(mail?.text).toContain(`ešte do ${last}`)
    expect(mail?.text).toContain(`/predplatne/potvrdit-platbu?predplatne=${reader.subscriptionId}`)
    await pay((await confirm(await againIn(reader))).url)
    await eventually(() => stateOf(reader)).toBe('paid')
  })

  test('a run that is cut off has told nothing, and the next one tells', async () => {
    const reader = await refused()
    week(reader)
    const enqueue = () => Promise.reject(new Error('The process was killed'))
    await remindOfConfirmations({ ...server.deps, jobs: { ...server.deps.jobs, enqueue } })
    expect(await server.deps.db.$count(outboxMessages, isLapsing(reader))).toBe(0)
    server.clock.advance('PT1H')
    await remind()
    await eventually(async () => remindersTo(reader).length).toBe(1)
  })

  test.each<[string, (reader: Subscribed) => Promise<unknown>]>([
    ['pays on the page at this moment', async reader => confirm(await againIn(reader))],
    ['has asked for anonymization', reader => reader.requestAnonymization()],
    ['has another card', reader => giveCard(reader)],
    ['was asked less than two days ago', reader => setPlan(reader, { stoppedAt: server.clock.now() })],
    ['can pay no more', async reader => goTo(reader.endsAt.add({ hours: 14 * 24 }))],
    [
      'has bought the same since',
      async ({ id: userId }) => {
        const startsAt = server.clock.now()
        const endsAt = startsAt.add({ hours: 365 * 24 })
        await makePeriod(server.deps, { userId, productCode: 'premium_1y', startsAt, endsAt })
      },
    ],
  ])('does not come to who %s', async (_what, act) => {
    const reader = await refused()
    week(reader)
    await act(reader)
    await remind()
    expect(await server.deps.db.$count(outboxMessages, isLapsing(reader))).toBe(0)
  })

  const isLapsing = (reader: Subscribed) =>
    and(eq(outboxMessages.userId, reader.id), eq(outboxMessages.template, 'confirmation_lapsing'))
  const setPlan = (reader: Subscribed, columns: Partial<typeof recurringProfiles.$inferInsert>) =>
    server.deps.db
      .update(recurringProfiles)
      .set(columns)
      .where(eq(recurringProfiles.subscriptionId, reader.subscriptionId))
  const giveCard = async (reader: Subscribed) => {
    const change = (await reader.changeCard(reader.subscriptionId)).json<{ redirect_url: string }>()
    await server.gateway.payOnPage(change.redirect_url)
    await eventually(() => reasonOf(reader)).not.toBe('awaits_confirmation')
  }
})

test('R11.03 after a pause it is confirmed as well, and one reads from then on', async () => {
  const reader = await server.subscribe({ card: 'confirmed_always' })
  await reader.pause(reader.subscriptionId, 2)
  goTo(reader.endsAt.toZonedDateTimeISO('Europe/Bratislava').add({ months: 2 }).toInstant())
  await server.chargeDue()
  expect(await reasonOf(await againIn(reader))).toBe('awaits_confirmation')
  await pay((await confirm(reader)).url)
  await eventually(() => stateOf(reader)).toBe('paid')
  expect((await reader.list()).filter(each => each.state === 'active')).toHaveLength(1)
})

/** Signed in anew, since the clock was moved far. */
async function againIn(reader: Subscribed): Promise<Subscribed> {
  await reader.browser.signIn(reader.email)
  return reader
}
