import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ForumProfile } from '#contract/forum/forum.ts'
import { isErrorKey } from '#contract/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Refusal } from '#contract/wire.ts'
import { receiveTransfer } from './modules/orders/index.ts'
import { createMoneyApp, type MoneyApp } from './testing/money-app.ts'
import { naughtyStrings } from './testing/naughty-strings.ts'
import { openBrowser } from './testing/test-browser.ts'

let server: MoneyApp
beforeAll(async () => {
  server = await createMoneyApp()
})
afterAll(() => server.close())

/** Refused at its field, in words, without saying the text back. */
function expectClearRefusal(answer: LightMyRequestResponse, text: string, field: string): void {
  expect([400, 422], JSON.stringify(text)).toContain(answer.statusCode)
  const { errors } = answer.json<Refusal>()
  expect(errors[0]?.field, JSON.stringify(text)).toBe(field)
  expect(errors.every(({ key, message }) => isErrorKey(key) && message.length > 5)).toBe(true)
  if (text.trim().length > 3) expect(answer.body).not.toContain(JSON.stringify(text).slice(1, -1))
}

test.each(['name', 'message'] as const)(
  'whatever is typed as the %s of a gift is mailed exactly and harmlessly, or refused clearly',
  async field => {
    const giver = await server.signIn()
    const kept: { email: string; text: string }[] = []
    const date = server.clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate().toString()
    for (const [index, text] of naughtyStrings.entries()) {
      const email = `${field}-${index}@dennik.example`
      const gift = { email, date, [field]: text }
      const answer = await giver.order({ product: 'gift_premium_1y', method: 'bank_transfer', gift })
      if (answer.statusCode !== 201) {
        expectClearRefusal(answer, text, `gift.${field}`)
        continue
      }
      kept.push({ email, text })
      const { transfer } = answer.json<Order>()
      const { variable_symbol: variableSymbol = '', price } = transfer ?? {}
      await receiveTransfer(server.money, { variableSymbol, amountCents: price?.amount ?? 0 })
    }
    expect(kept.length).toBeGreaterThan(20)
    await Promise.all(
      kept.map(async ({ email, text }) => {
        const mail = await server.mailbox.waitFor(email)
        expect(mail.to).toBe(email)
        expect(mail.subject).not.toMatch(/[\r\n]/)
        expect(mail.html).not.toMatch(/<(script|img|svg|b)\b|<!--#/)
        expect(mail.text.normalize()).toContain(text.trim().normalize())
      }),
    )
  },
  60_000,
)

test.each([
  ['nickname', 'nickname'],
  ['blog', 'blog'],
] as const)(
  'whatever is asked for as the %s is kept exactly or refused clearly',
  async (kind, field) => {
    let kept = 0
    for (const text of naughtyStrings) {
      const reader = await server.signIn()
      const path = `${reader.own}/forum-profile`
      const answer = await reader.browser.post(`${path}/${kind}-changes`, { json: { [field]: text } })
      if (answer.statusCode !== 202) {
        expectClearRefusal(answer, text, field)
        continue
      }
      kept++
      const profile = (await reader.browser.get(path)).json<ForumProfile>()
      expect(profile[`${kind}_change`]).toMatchObject({ value: text.trim().normalize('NFKC') })
    }
    expect(kept).toBeLessThan(naughtyStrings.length / 2)
  },
  60_000,
)

test('no naughty text passes for an e-mail: not at the newsletters, the sign-in, the registration or a gift', async () => {
  const giver = await server.signIn()
  for (const text of naughtyStrings) {
    const visitor = openBrowser(server.app, '10.77.0.1')
    const { token } = (await visitor.get('/get-csrf-token/registration')).json<{ token: string }>()
    const answers = [
      await visitor.post('/rest/api/prv/v1/newsletters/signups', { json: { email: text, codes: ['x'] } }),
      await visitor.post('/login', { json: { email: text, password: 'Heslo-1234' } }),
      await visitor.post('/registration', { form: { email: text, _token: token } }),
    ]
    for (const answer of answers) expectClearRefusal(answer, text, 'email')
    const date = '2026-12-24'
    const gift = { email: text, date }
    const order = await giver.order({ product: 'gift_premium_1y', method: 'bank_transfer', gift })
    expectClearRefusal(order, text, 'gift.email')
  }
  expect(server.mailbox.mails.filter(mail => /[\r\n]/.test(mail.to + mail.subject))).toEqual([])
})
