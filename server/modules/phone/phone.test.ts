import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { User } from '#contract/identity/identity.ts'
import { users } from '#server/modules/identity/tables.ts'
import {
  abroad,
  keysOf,
  newestCode,
  newNumber,
  signInPhoneOwner,
  wrongFor,
} from '#server/testing/make/phone-owner.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { controlCodes } from './tables.ts'

const server = openForFile(createTestApp)

const signInSomebody = (columns: Parameters<typeof signInPhoneOwner>[1] = {}) =>
  signInPhoneOwner(server, columns)
const codeSentTo = (number: string, known: readonly string[] = []) => newestCode(server, number, known)

test('R1.11 R4.14 R5.07 R7.06 a number is entered, verified by the code sent to it, and the reader’s own', async () => {
  const { change, verify, user, browser, own } = await signInSomebody()
  const number = newNumber()
  const answer = await change(`+421 ${number.slice(1, 4)} ${number.slice(4)}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ phone: null, phone_to_change: number })

  const code = await codeSentTo(number)
  const verified = await verify(` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect(verified.json()).toEqual({ content: { phone: number } })
  expect(await user()).toMatchObject({ phone: number, phone_to_change: null })

  const log = (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>().items
  expect(log[0]).toMatchObject({ kind: 'phone_changed', details: {} })
})

test('R4.14 a page that is loaded anew learns how long the code still works, and when none does any more', async () => {
  const { change, user, verify, wait } = await signInSomebody()
  const number = newNumber()
  const answer = await change(number)
  expect(answer.json<User>().phone_code?.valid_for_s).toBeGreaterThan(590)
  await wait('PT4M')
  const left = (await user()).phone_code?.valid_for_s ?? 0
  expect(left).toBeGreaterThan(350)
  expect(left).toBeLessThanOrEqual(360)
  await wait('PT6M')
  expect((await user()).phone_code).toBeNull()
  await change(number)
  const wrong = wrongFor(await codeSentTo(number))
  for (let tried = 0; tried < 5; tried++) await verify(wrong)
  expect((await user()).phone_code).toBeNull()
})

test('a message says its code first, for the reader and for the browser that fills it in, in the reader’s language', async () => {
  const { change } = await signInSomebody({ locale: 'en' })
  const number = newNumber()
  await change(number)
  const sms = await server.phone.waitFor(abroad(number))
  expect(sms.text).toMatch(/^(\d{6}) is your code [^]*10 minutes[^]*\n@profil\.test #\1$/)
  expect(sms.id).toMatch(/^sms-\d+$/)
})

test('R5.07 R8.13 a number of another form is refused at its field, and nothing is sent', async () => {
  const { change, user } = await signInSomebody()
  const answer = await change('0212345678')
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errors: [{ key: 'phone_wrong_format', field: 'phone_to_change' }] })
  expect(await user()).toMatchObject({ phone_to_change: null })
})

test('R4.14 R8.13 rate limit: three codes an hour and six a day, raced or not; the rest are told when to retry', async () => {
  const { change, resend, wait } = await signInSomebody()
  await change(newNumber())
  const hour = await Promise.all(Array.from({ length: 10 }, () => resend()))
  expect(hour.filter(answer => answer.statusCode === 202)).toHaveLength(2)
  const refused = hour.find(answer => answer.statusCode === 429)
  expect(refused && keysOf(refused)).toEqual(['too_many_codes'])
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3500)
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(3600)

  await wait('PT1H')
  const nextHour = []
  for (let send = 0; send < 4; send++) nextHour.push((await resend()).statusCode)
  expect(nextHour).toEqual([202, 202, 202, 429])

  await wait('PT1H')
  const late = await resend()
  expect(late.statusCode).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(21 * 3600)
  await wait('PT22H')
  expect((await resend()).statusCode).toBe(202)
})

test('a refused request leaves the pending number and its code as they are', async () => {
  const { change, resend, verify, user } = await signInSomebody()
  const number = newNumber()
  await change(number)
  const first = await codeSentTo(number)
  await resend()
  const second = await codeSentTo(number, [first])
  await resend()
  const code = await codeSentTo(number, [first, second])
  expect((await change(newNumber())).statusCode).toBe(429)
  expect(await user()).toMatchObject({ phone_to_change: number })
  expect((await verify(code)).statusCode).toBe(200)
})

test('R8.12 without a pending number no code is sent', async () => {
  const { resend } = await signInSomebody()
  expect(keysOf(await resend('phone'))).toEqual(['phone_cannot_change_now'])
  expect(keysOf(await resend('email'))).toEqual(['control_code_not_awaited'])
})

test('the reader’s present number needs no code', async () => {
  const number = newNumber()
  const { change } = await signInSomebody({ phone: number, phoneToChange: newNumber() })
  expect((await change(number)).json()).toMatchObject({ phone: number, phone_to_change: null })
  expect(server.phone.texts.filter(sms => sms.to === abroad(number))).toEqual([])
})

test('a number is removed, with the pending one and the time of its verification', async () => {
  const phoneConfirmedAt = server.clock.now()
  const { browser, own, user, change } = await signInSomebody({ phone: newNumber(), phoneConfirmedAt })
  await change(newNumber())
  expect((await browser.delete(`${own}/phone`)).statusCode).toBe(204)
  expect(await user()).toMatchObject({ phone: null, phone_to_change: null })
  const [row] = await server.deps.db
    .select()
    .from(users)
    .where(eq(users.id, (await user()).id))
  expect(row).toMatchObject({ phoneConfirmedAt: null })
  expect((await browser.delete(`${own}/phone`)).statusCode).toBe(404)
})

test('R6.05 R8.12 a reader who bought by SMS and has no subscription can neither change, verify nor remove the number', async () => {
  const number = newNumber()
  const { browser, own, change, resend, verify, user } = await signInSomebody({
    phone: number,
    phoneToChange: newNumber(),
    registeredVia: 'sms',
  })
  const refusals = [
    await change(newNumber()),
    await change(null),
    await resend(),
    await verify('123456'),
    await browser.delete(`${own}/phone`),
  ]
  expect(refusals.map(answer => [answer.statusCode, ...keysOf(answer)])).toEqual(
    refusals.map(() => [422, 'phone_sms_subscriber']),
  )
  expect(await user()).toMatchObject({ phone: number })
})

test('R8.12 where no messages can be sent the number cannot change now', async () => {
  const silent = await createTestApp({ SMS_URL: '' })
  const { change } = await signInPhoneOwner(silent)
  const answer = await change(newNumber())
  expect(keysOf(answer)).toEqual(['phone_cannot_change_now'])
  await silent.close()
})

test('codes are stored as hashes only, and sent messages are erased', async () => {
  const { change } = await signInSomebody()
  const number = newNumber()
  await change(number)
  const code = await codeSentTo(number)
  const rows = await server.deps.db.select().from(controlCodes)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(code)
})
