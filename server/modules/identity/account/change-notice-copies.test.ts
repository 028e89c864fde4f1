import { isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Address } from '#contract/addresses/addresses.ts'
import { exampleAddress } from '#contract/testing/address-example.ts'
import { devices } from '#server/modules/devices/tables.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)

async function signInSomebody(given: Parameters<typeof makeReader>[1] = {}) {
  const { browser, own, ...reader } = await makeSignedIn(server, given)
  return {
    reader,
    browser,
    own,
    turn: (on: boolean) => browser.patch(own, { json: { notice_copies: on } }),
    addAddress: async () =>
      (await browser.post(`${own}/addresses`, { json: exampleAddress })).json<Address>().id,
    /** Mails to the reader, once the queue is empty. */
    subjects: async () => {
      const waiting = () => server.deps.db.$count(outboxMessages, isNull(outboxMessages.deliveredAt))
      await expect.poll(waiting).toBe(0)
      const mails = server.mailbox.mails.filter(mail => mail.to === reader.email)
      return mails.map(mail => mail.subject).sort()
    },
  }
}

test('R7.04 R7.07 copies are off until they are turned on, and each entry is then mailed once', async () => {
  const { reader, browser, own, turn, addAddress, subjects } = await signInSomebody()
  const id = await addAddress()
  const device = { userId: reader.id, name: 'Safari na iPhone', type: 'phone', id: 'phone' } as const
  await server.deps.db.insert(devices).values({ ...device, lastActivity: server.clock.now() })
  expect((await browser.get(own)).json()).toMatchObject({ notice_copies: false })
  expect(await subjects()).toEqual([])

  expect((await turn(true)).json()).toMatchObject({ notice_copies: true })
  await Promise.all([turn(true), turn(true)])
  await browser.put(`${own}/addresses/${id}`, { json: { ...exampleAddress, city: 'Nitra' } })
  expect((await browser.delete(`${own}/devices/phone`)).statusCode).toBe(204)
  const whileOn = [
    'Odstránili ste zariadenie Safari na iPhone',
    'Zapli ste kópie oznámení e-mailom',
    'Zmenili ste doručovaciu adresu',
  ]
  expect(await subjects()).toEqual(whileOn)

  await Promise.all([turn(false), turn(false)])
  await browser.delete(`${own}/addresses/${id}`)
  expect(await subjects()).toEqual([...whileOn, 'Vypli ste kópie oznámení e-mailom'].sort())
})

test('a sign-in is mailed when its browser is new, in the reader’s language', async () => {
  const { reader, turn, subjects } = await signInSomebody({ locale: 'en' })
  await turn(true)
  const json = { email: reader.email, password: 'Heslo-1234' }
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' }
  for (const headers of [{}, firefox, firefox]) {
    expect((await openBrowser(server.app).post('/login', { json, headers })).statusCode).toBe(204)
  }
  expect(await subjects()).toEqual(['You signed in', 'You turned e-mail copies of notices on'])
  const mail = await server.mailbox.waitFor(reader.email, ({ subject }) => subject === 'You signed in')
  expect(mail.text).toContain('You signed in (Firefox, Linux).')
})

test('an activity with a mail of its own is not mailed a second time', async () => {
  const { browser, own, turn, subjects } = await signInSomebody()
  await turn(true)
  const passwords = { current_password: 'Heslo-1234', plain_password: 'Ine-Dlhe-Heslo-77' }
  expect((await browser.patch(own, { json: passwords })).statusCode).toBe(204)
  expect(await subjects()).toEqual(['Vaše heslo sa zmenilo', 'Zapli ste kópie oznámení e-mailom'])
})

test('R7.07 R8.07 bad input and an account that is about to be erased change nothing', async () => {
  const { browser, own } = await signInSomebody()
  for (const json of [
    { notice_copies: 'yes' },
    { notice_copies: null },
    { notice_copies: true, locale_code: 'en' },
    { notice_copies: true, email: 'x@y.sk' },
  ]) {
    expect([400, 422]).toContain((await browser.patch(own, { json })).statusCode)
  }
  expect((await browser.get(own)).json()).toMatchObject({ notice_copies: false, locale_code: 'sk' })

  const leaving = await signInSomebody({ anonymizationRequestedAt: server.clock.now() })
  const refused = await leaving.turn(true)
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('user_anonymization_pending')
  expect((await leaving.browser.get(leaving.own)).json()).toMatchObject({ notice_copies: false })
})
