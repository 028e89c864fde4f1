import { expect, test } from 'vitest'
import type { OpenContract } from '#contract/withdrawals/withdrawals.ts'
import { lastDayOfWithdrawal } from '#server/modules/subscriptions/index.ts'
import { dayOf, timeZone } from '#server/platform/clock.ts'
import { formatPlainDay } from '#server/platform/texts/format.ts'
import { agreedTerms } from '#server/testing/journeys/agreed-terms.ts'
import { placeOrder, premiumByCard } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

/** Buys something by card. @returns the mail that confirms it */
async function confirmed(reader: MoneyReader, json: object = premiumByCard) {
  const order = await placeOrder(reader, json)
  await server.gateway.payOnPage(order.redirect_url ?? '')
  const mail = await server.mailbox.waitFor(reader.email, ({ subject }) => /zaplaten|paid/.test(subject))
  return { ...mail, order }
}

const lastDay = (locale: 'sk' | 'en') => formatPlainDay(locale, lastDayOfWithdrawal(server.clock.now()))

test('R11.08 the mail confirms the order on a durable medium, with the document and the terms attached', async () => {
  const { order, ...mail } = await confirmed(await server.signIn({ locale: 'sk' }))
  for (const words of [
    '89,90\u00a0€ s\u00a0DPH. Predplatné Prémium máte od',
    'Potom sa samo obnoví:',
    'najneskôr 48\u00a0hodín pred platbou',
    'Od zmluvy môžete do 14\u00a0dní odstúpiť bez udania dôvodu',
    `Posledný deň je ${lastDay('sk')}. Požiadali ste, aby sa predplatné začalo hneď`,
    `číslo ${order.id} tu: http`,
    `/obchod/odstupit-od-zmluvy?order=${order.id}\n\n`,
    'obchodné podmienky vo verzii 1: https://',
  ]) {
    expect(mail.text).toContain(words)
  }
  expect(mail.html).toContain('<br><br>Od zmluvy')
  const [file, ...others] = mail.files ?? []
  expect(others).toMatchObject([
    { filename: 'obchodne-podmienky-1.txt', contentType: 'text/plain; charset=utf-8' },
  ])
  expect(new TextDecoder().decode(others[0]?.content)).toContain('môžete odstúpiť do 14\u00a0dní')
  expect(file).toMatchObject({ filename: expect.stringMatching(/\.pdf$/), contentType: 'application/pdf' })
  expect(Buffer.from(file?.content ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
})

test('R11.08 without the request to begin at once it says when it begins, and that the whole sum comes back', async () => {
  const reader = await server.signIn({ locale: 'en' })
  const agreed = { ...(await agreedTerms(reader.browser, premiumByCard)), begin_at_once: false }
  const mail = await confirmed(reader, { ...premiumByCard, agreed })
  expect(mail.text).toContain('It begins after the 14\u00a0days for withdrawal.')
  expect(mail.text).toContain(`The last day is ${lastDay('en')}. We return the whole sum.`)
  // It begins and ends at midnight.
  const first = lastDayOfWithdrawal(server.clock.now()).add({ days: 1 })
  const last = first.add({ years: 1 }).subtract({ days: 1 })
  expect(mail.text).toContain(`from ${formatPlainDay('en', first)} to ${formatPlainDay('en', last)}.`)
})

test('R11.08 who gives a gift is confirmed it too, and the publisher’s terms come as a file where there is one', async () => {
  const { terms } = server.deps.settings
  const former = terms.files.sk
  terms.files.sk = { ending: 'pdf', content: Buffer.from('%PDF-terms') }
  const reader = await server.signIn({ locale: 'sk' })
  const gift = { email: 'eva@dennik.example', date: dayOf(server.clock.now()).toString() }
  const mail = await confirmed(reader, { product: 'gift_premium_1y', method: 'card', gift })
  terms.files.sk = former
  expect(mail.text).toContain(`Posledný deň je ${lastDay('sk')}. Vrátime vám celú sumu.`)
  expect(mail.files?.map(({ filename }) => filename)).toEqual([
    expect.any(String),
    `obchodne-podmienky-${terms.version}.pdf`,
  ])
})

test.each([
  ['just before midnight', '23:50', 'PT0M', '2027-06-24'],
  ['paid after midnight', '23:50', 'PT20M', '2027-06-25'],
])('R11.08 R11.07 %s mail, page and rule name one last day', async (_when, time, wait, lastDay) => {
  server.clock.set(
    Temporal.PlainDateTime.from(`2027-06-10T${time}`).toZonedDateTime(timeZone).toInstant().toString(),
  )
  const reader = await server.signIn({ locale: 'en' })
  const order = await placeOrder(reader, premiumByCard)
  server.clock.advance(wait)
  await server.gateway.payOnPage(order.redirect_url ?? '')
  const mail = await server.mailbox.waitFor(reader.email, ({ subject }) => subject.includes('paid'))
  const day = formatPlainDay('en', Temporal.PlainDate.from(lastDay))
  expect(mail.text).toContain(`The last day is ${day}.`)
  const list = async () => {
    await reader.browser.signIn(reader.email)
    return (await reader.browser.get(`${reader.own}/withdrawals`)).json<{ open: OpenContract[] }>().open
  }
  expect(await list()).toMatchObject([{ last_day: lastDay }])
  expect(await reader.list()).toMatchObject([{ payment: { withdraw_until: lastDay } }])
  const midnight = Temporal.PlainDate.from(lastDay).add({ days: 1 }).toZonedDateTime(timeZone).toInstant()
  server.clock.set(midnight.subtract({ seconds: 1 }).toString())
  expect(await list()).toHaveLength(1)
  server.clock.set(midnight.toString())
  expect(await list()).toEqual([])
})
