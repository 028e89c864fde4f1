import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { demoGateway } from '#server/gateways/payments/demo.ts'
import { machineClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/telemetry/log.ts'
import { startDemoGateway } from '#server/testing/doubles/demo-gateway.ts'
import { startGateway } from './start-gateway.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function openGateway(options: Parameters<typeof startDemoGateway>[0] = {}) {
  const demo = await startDemoGateway(options)
  cleanUps.push(demo.stop)
  return demo
}

const request = (description = 'Prémium', locale: 'sk' | 'en' = 'sk') => ({
  key: randomUUID(),
  amountCents: 8990,
  description,
  locale,
  email: 'jana@dennik.example',
  keepCard: true,
  successUrl: 'http://profil.test/predplatne?platba=hotovo',
  cancelUrl: 'http://profil.test/predplatne?platba=odchod',
})

test('the page says what is paid and how much, runs no script and can’t be framed', async () => {
  const { gateway } = await openGateway()
  const { url } = await gateway.createCheckout(request('<b>Prémium</b>'))
  const answer = await fetch(url)
  const html = await answer.text()
  expect(html).toContain('&lt;b&gt;Prémium&lt;/b&gt;: 89,90\u00a0€')
  expect(html).toContain('<html lang="sk">')
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toMatch(
    /default-src 'none'; style-src 'nonce-[\w-]+'; form-action 'self' http:\/\/profil\.test;/,
  )
  expect(policy).not.toContain('script-src')
  const english = await gateway.createCheckout(request('Premium', 'en'))
  expect(await (await fetch(english.url)).text()).toContain('<html lang="en">')
})

test('what is typed wrong is said at its field, takes nothing, and a real card’s number is not taken', async () => {
  const demo = await openGateway()
  const { url } = await demo.gateway.createCheckout(request())
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ number: '4929 4212 3460 0821', expiry: '13/30', cvc: 'x' }),
  })
  const html = await answer.text()
  for (const field of ['number', 'expiry', 'cvc']) expect(html).toContain(`aria-describedby="${field}-fault"`)
  expect(html).not.toContain('4929')
  expect((await demo.ledger()).taken).toBe(0)
})

test('3-D Secure is asked for on a page of its own: confirmed it pays, refused it leaves the page open', async () => {
  const demo = await openGateway()
  const page = await demo.gateway.createCheckout(request())
  await demo.payOnPage(page.url, 'confirmed_once')
  expect((await demo.ledger()).taken).toBe(0)
  await demo.confirmOnPage(page.url, 'refuse')
  expect(await demo.gateway.readCheckout(page.reference)).toEqual({
    state: 'open',
    decline: 'authentication_required',
  })
  await demo.payOnPage(page.url, 'confirmed_once')
  expect(await demo.confirmOnPage(page.url, 'confirm')).toBe('http://profil.test/predplatne?platba=hotovo')
  expect((await demo.ledger()).taken).toBe(8990)
})

test('leaving closes the page; a paid one says so, and is not paid twice', async () => {
  const demo = await openGateway()
  const left = await demo.gateway.createCheckout(request())
  expect(await demo.leavePage(left.url)).toBe('http://profil.test/predplatne?platba=odchod')
  expect(await demo.gateway.readCheckout(left.reference)).toEqual({ state: 'closed', decline: null })

  const paid = await demo.gateway.createCheckout(request())
  await Promise.all([1, 2, 3].map(() => demo.payOnPage(paid.url)))
  expect((await demo.ledger()).taken).toBe(8990)
  expect(await demo.leavePage(paid.url)).toBe('http://profil.test/predplatne?platba=hotovo')
})

test('a card whose answer gets lost pays all the same', async () => {
  const demo = await openGateway()
  const page = await demo.gateway.createCheckout(request())
  await expect(demo.payOnPage(page.url, 'silent')).rejects.toThrow()
  expect(await demo.gateway.readCheckout(page.reference)).toMatchObject({ state: 'paid' })
})

test('a card expires in the demo’s time', async () => {
  const cards = [{ token: 'demo-card-x', brand: 'Visa', last4: '5556', validUntil: '2026-11-30' }]
  let now = '2026-11-30T22:59:59Z'
  const demo = await openGateway({ cards, clock: { now: () => Temporal.Instant.from(now) } })
  const charge = () =>
    demo.gateway.chargeOffSession({
      key: randomUUID(),
      amountCents: 8990,
      cardToken: 'demo-card-x',
      product: 'premium_1y',
    })
  expect(await charge()).toMatchObject({ state: 'succeeded' })
  now = '2026-11-30T23:00:00Z'
  expect(await charge()).toEqual({ state: 'declined', reason: 'expired_card' })
})

test('a webhook that is not accepted is retried', async () => {
  let asked = 0
  const publisher = createServer((_request, response) => {
    response.statusCode = ++asked < 3 ? 503 : 204
    response.end()
  }).listen(0, '127.0.0.1')
  cleanUps.push(() => publisher.close())
  await new Promise(resolve => publisher.once('listening', resolve))
  const address = publisher.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const demo = await openGateway({ webhookUrl: `http://127.0.0.1:${address.port}` })
  const { reference } = await demo.gateway.createCheckout(request())
  await demo.gateway.closeCheckout(reference)
  await expect.poll(() => asked).toBe(3)
})

test('as a process of its own it keeps its cards and charges over a restart, and knows the demo’s readers', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-gateway-'))
  cleanUps.push(() => rmSync(dataDir, { recursive: true }))
  const key = 'only-for-tests-only-for-tests'
  const start = () => startGateway({ dataDir, port: 0, key, webhookUrl: '' }, createLog('silent'))
  // The server's clock and the gateway's are not read at the same instant.
  let read = 0
  const clock = { now: () => machineClock.now().add({ milliseconds: read++ }) }
  const charge = (url: string, chargeKey: string, cardToken: string) =>
    demoGateway({ url, secret: key, clock }).chargeOffSession({
      key: chargeKey,
      amountCents: 8990,
      cardToken,
      product: 'premium_1y',
    })
  const first = await start()
  const paid = await charge(first.url, 'a', 'demo-card-premium-card-visa')
  expect(paid).toMatchObject({ state: 'succeeded' })
  expect(await charge(first.url, 'b', 'demo-card-renewal-failed-mastercard')).toMatchObject({
    state: 'declined',
  })
  await first.stop()
  const second = await start()
  cleanUps.push(second.stop)
  expect(await charge(second.url, 'a', 'demo-card-premium-card-visa')).toEqual(paid)
})
