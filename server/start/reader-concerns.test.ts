import { eq } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { deviceCookie } from '#contract/devices/devices.ts'
import type { Concern } from '#contract/subscriptions/concerns.ts'
import { gifts } from '#server/modules/coupons/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { giftJourney, newGiftEmail } from '#server/testing/journeys/gift-journey.ts'
import { makePeriod } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { type TestBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createMoneyApp)
let journey: ReturnType<typeof giftJourney>
beforeAll(async () => {
  journey = giftJourney(server)
})

const concernsOf = async (browser: TestBrowser, id: number) =>
  (await browser.get(`/rest/api/prv/v1/users/${id}/subscriptions`)).json<{ concerns: Concern[] }>().concerns

async function enter(given: Parameters<typeof makeReader>[1] = {}) {
  const { browser, ...reader } = await makeSignedIn(server, given)
  return { reader, browser, concerns: () => concernsOf(browser, reader.id) }
}

test('R13.05 a confirmed account that nothing concerns is told nothing', async () => {
  const { concerns } = await enter()
  expect(await concerns()).toEqual([])
})

test('R13.05 an account about to be deleted, and one that was never confirmed', async () => {
  const leaving = await enter()
  await leaving.browser.post(`/rest/api/prv/v1/users/${leaving.reader.id}/anonymization`)
  expect(await leaving.concerns()).toEqual([{ kind: 'anonymization', at: expect.any(String) }])

  const { reader, browser, concerns } = await enter({ confirmedAt: null })
  const { email } = reader
  expect(await concerns()).toEqual([{ kind: 'unconfirmed', email, until: null }])
  await browser.post(`/rest/api/prv/v1/users/${reader.id}/activation-email`)
  expect(await concerns()).toEqual([{ kind: 'unconfirmed', email, until: expect.any(String) }])
})

test('R13.05 a device over the limit is told to itself, and to the reader elsewhere by its name', async () => {
  const person = await server.subscribe()
  const address = (device: string) => `${person.own}/devices/${device}`
  const limit = 6
  for (let count = 0; count <= limit; count++) {
    server.clock.advance('PT1M')
    await person.browser.put(address(`device-${count}`), {
      json: { type: 'browser', name: `Browser ${count}` },
    })
  }
  const read = async (device?: string) =>
    (
      await person.browser.copy().get(`${person.own}/subscriptions`, {
        headers: device === undefined ? {} : { 'x-device-id': device },
      })
    ).json<{ concerns: Concern[] }>().concerns
  const told = { kind: 'device', devices: limit + 1, limit, shut_out: ['Browser 0'] }
  expect(await read('device-0')).toEqual([{ ...told, is_this: true }])
  expect(await read(`device-${limit}`)).toEqual([{ ...told, is_this: false }])
  person.browser.cookies.delete(deviceCookie)
  expect(await read()).toEqual([{ ...told, is_this: false }])
  await person.browser.delete(address('device-3'))
  expect(await read('device-0')).toEqual([])
  expect(await read()).toEqual([])
})

test('R13.05 of two devices with the same name the one over the limit is told with what it is', async () => {
  const person = await server.subscribe()
  const types = ['phone', 'tablet', 'browser', 'browser', 'browser', 'browser', 'browser']
  for (const [count, type] of types.entries()) {
    server.clock.advance('PT1M')
    const name = count < 2 ? 'Chrome, Android' : `Browser ${count}`
    await person.browser.put(`${person.own}/devices/same-${count}`, { json: { type, name } })
  }
  const read = async (language: string) =>
    (
      await person.browser.get(`${person.own}/subscriptions`, { headers: { 'accept-language': language } })
    ).json<{ concerns: Concern[] }>().concerns
  expect(await read('sk')).toMatchObject([{ kind: 'device', shut_out: ['Chrome, Android (telefón)'] }])
  expect(await read('en')).toMatchObject([{ shut_out: ['Chrome, Android (phone)'] }])
})

test('R13.10 the code of an imported gift is in its mail alone, so its recipient is led to where codes are given', async () => {
  const { email } = await journey.given({ email: newGiftEmail() })
  const recipient = await enter({ email })
  await server.deps.db.update(gifts).set({ linkVersion: null }).where(eq(gifts.email, email))
  const [gift] = await recipient.concerns()
  expect(gift).toMatchObject({ kind: 'offer', of: 'gift' })
  expect(gift?.kind === 'offer' && new URL(gift.url).pathname).toBe('/predplatne-cez-kod')
})

test('R13.10 a gift that waits is shown to its recipient once it was mailed, and to nobody else', async () => {
  const email = newGiftEmail()
  const { email: sentTo, code } = await journey.given({ email })
  const recipient = await enter({ email: sentTo })
  const [gift] = await recipient.concerns()
  expect(gift).toMatchObject({ kind: 'offer', of: 'gift' })
  const url = gift?.kind === 'offer' ? gift.url : ''
  expect(url.replaceAll('-', '')).toContain(code.replaceAll('-', ''))
  const stranger = await enter()
  expect(await stranger.concerns()).toEqual([])
  // An address that nobody proved is not its holder's.
  await server.deps.db.update(users).set({ confirmedAt: null }).where(eq(users.id, recipient.reader.id))
  expect((await recipient.concerns()).map(({ kind }) => kind)).toEqual(['unconfirmed'])
})

const Statement = z.object({ text: z.string(), name: z.optional(z.string()) })
/**
 * What is asked at the same time: that a session was seen, the queue, the end of a job's transaction begun before, and now
 * and then whether something is closed.
 */
const isBesides = /"token_seen_at" = |pgboss|^commit$|"service_mode"/

test('R13.05 the list costs seven prepared statements, however much its reader has', async () => {
  const person = await server.subscribe()
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const costs = async () => {
    asked.mockClear()
    expect((await person.browser.get(`${person.own}/subscriptions`)).statusCode).toBe(200)
    return asked.mock.calls.flatMap(([query]) => {
      const { data } = Statement.safeParse(query)
      return data && !isBesides.test(data.text) ? [data.name ?? data.text] : []
    })
  }
  try {
    const names = await costs()
    expect(names).toHaveLength(7)
    expect(names.filter(name => name.includes(' '))).toEqual([])
    for (let count = 0; count <= 6; count++) {
      await person.browser.put(`${person.own}/devices/device-${count}`, {
        json: { type: 'browser', name: 'Browser' },
      })
    }
    const { id: userId, endsAt: startsAt } = person
    const endsAt = startsAt.add({ hours: 24 * 365 })
    await makePeriod(server.deps, { userId, productCode: 'premium_1y', startsAt, endsAt })
    expect((await costs()).toSorted()).toEqual(names.toSorted())
  } finally {
    asked.mockRestore()
  }
})
