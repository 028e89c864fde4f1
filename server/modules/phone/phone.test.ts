import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { User } from '#contract/identity/identity.ts'
import { makeReader } from '#server/testing/make-reader.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openBrowser } from '#server/testing/test-browser.ts'
import { controlCodes } from './tables.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let given = 0
/** A number that no other test uses. */
const newNumber = () => `0999${String(100_000 + given++).padStart(6, '0')}`
const abroad = (number: string) => number.replace(/^0/, '+421')

async function signInSomebody(columns: Parameters<typeof makeReader>[1] = {}) {
  const reader = await makeReader(server.deps, columns)
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  const own = `/rest/api/prv/v1/users/${reader.id}`
  return {
    browser,
    own,
    /** Lets time pass, and renews the session as the browser does. */
    wait: async (length: string) => {
      server.clock.advance(length)
      await browser.post('/refresh-token')
    },
    user: async () => (await browser.get(own)).json<User>(),
    change: (number: string | null) => browser.patch(own, { json: { phone_to_change: number } }),
    resend: (kind = 'phone') => browser.post(`${own}/create-control-code`, { json: { code_type: kind } }),
    verify: (code: string, kind = 'phone') =>
      browser.post(`${own}/verify-control-code`, { json: { code_type: kind, control_code: code } }),
  }
}

/** The code of the newest message to a number, after those that are known already. */
async function codeSentTo(number: string, known: readonly string[] = []): Promise<string> {
  const codeOf = (text: string) => /^\d{6}/.exec(text)?.[0] ?? ''
  const sms = await server.phone.waitFor(abroad(number), ({ text }) => !known.includes(codeOf(text)))
  return codeOf(sms.text)
}

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
const keysOf = (answer: LightMyRequestResponse) =>
  answer.json<{ errors: { key: string }[] }>().errors.map(error => error.key)

test('R1.11 R4.14 R5.07 R7.06 a number is entered, proven by the code sent to it, and the reader’s own', async () => {
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

test('R4.14 of 200 wrong codes at once five are tried, and then the right one is refused', async () => {
  const { change, verify, user } = await signInSomebody()
  const number = newNumber()
  await change(number)
  const code = await codeSentTo(number)
  const answers = await Promise.all(Array.from({ length: 200 }, () => verify(wrongFor(code))))
  const invalid = answers.filter(answer => keysOf(answer)[0] === 'control_code_invalid')
  expect(invalid).toHaveLength(5)
  expect(
    invalid
      .map(
        answer => answer.json<{ errors: [{ params: { tries_left: number } }] }>().errors[0].params.tries_left,
      )
      .sort((a, b) => a - b),
  ).toEqual([0, 1, 2, 3, 4])

  const right = await verify(code)
  expect([right.statusCode, keysOf(right)]).toEqual([422, ['control_code_expired']])
  expect(await user()).toMatchObject({ phone: null, phone_to_change: number })
}, 60_000)

test('R4.14 of sixteen right codes at once one succeeds', async () => {
  const { change, verify, browser, own } = await signInSomebody()
  const number = newNumber()
  await change(number)
  const code = await codeSentTo(number)
  const answers = await Promise.all(Array.from({ length: 16 }, () => verify(code)))
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
  expect(
    answers.filter(answer => answer.statusCode === 422 && keysOf(answer)[0] === 'control_code_expired'),
  ).toHaveLength(15)
  const log = (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>().items
  expect(log.filter(item => item.kind === 'phone_changed')).toHaveLength(1)
})

describe('R4.14 a code is worth nothing', () => {
  test('for another kind', async () => {
    const { change, verify } = await signInSomebody()
    const number = newNumber()
    await change(number)
    const code = await codeSentTo(number)
    for (const kind of ['email', 'storm_shield']) {
      expect(keysOf(await verify(code, kind))).toEqual(['control_code_expired'])
    }
    expect((await verify(code, 'nothing')).statusCode).toBe(400)
    expect((await verify(code)).statusCode).toBe(200)
  })

  test('for another reader', async () => {
    const owner = await signInSomebody()
    const other = await signInSomebody()
    const number = newNumber()
    await owner.change(number)
    const code = await codeSentTo(number)
    await other.change(number)
    const own = await codeSentTo(number, [code])
    expect(keysOf(await other.verify(code))).toEqual(['control_code_invalid'])
    const foreign = await other.browser.post(`${owner.own}/verify-control-code`, {
      json: { code_type: 'phone', control_code: code },
    })
    expect(foreign.statusCode).toBe(403)
    expect((await owner.verify(code)).statusCode).toBe(200)
    expect((await other.verify(own)).statusCode).toBe(200)
  })

  test('for another number', async () => {
    const { change, verify, user } = await signInSomebody()
    const [first, second] = [newNumber(), newNumber()]
    await change(first)
    const code = await codeSentTo(first)
    await change(second)
    const newCode = await codeSentTo(second)
    if (code !== newCode) expect(keysOf(await verify(code))).toEqual(['control_code_invalid'])
    expect((await verify(newCode)).json()).toEqual({ content: { phone: second } })
    expect(await user()).toMatchObject({ phone: second })
  })

  test('R7.05 once a new one was sent', async () => {
    const { change, resend, verify } = await signInSomebody()
    const number = newNumber()
    await change(number)
    const former = await codeSentTo(number)
    expect((await resend()).statusCode).toBe(202)
    const code = await codeSentTo(number, [former])
    expect(keysOf(await verify(former))).toEqual(['control_code_invalid'])
    expect((await verify(code)).statusCode).toBe(200)
  })

  test('after ten minutes', async () => {
    const { change, verify, wait } = await signInSomebody()
    const number = newNumber()
    await change(number)
    const code = await codeSentTo(number)
    await wait('PT10M')
    expect(keysOf(await verify(code))).toEqual(['control_code_expired'])
  })

  test('once the change was given up', async () => {
    const { change, verify, user } = await signInSomebody()
    const number = newNumber()
    await change(number)
    const code = await codeSentTo(number)
    expect((await change(null)).json()).toMatchObject({ phone_to_change: null })
    expect(keysOf(await verify(code))).toEqual(['control_code_expired'])
    expect(await user()).toMatchObject({ phone: null })
  })
})

test('R5.15 R8.13 whatever is sent as a code gets a clear answer', async () => {
  const { change, verify } = await signInSomebody()
  await change(newNumber())
  expect(keysOf(await verify(''))).toEqual(['required'])
  expect(keysOf(await verify('x'.repeat(101)))).toEqual(['max_length'])
  expect(keysOf(await verify("' or 1=1 --"))).toEqual(['control_code_invalid'])
  expect(keysOf(await verify('\u0000'))).toEqual(['control_code_invalid'])
})

test('R4.14 R8.13 three codes are sent in an hour and six in a day, raced or not; the rest is told when', async () => {
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

test('a refused sending leaves the number and the code that wait as they are', async () => {
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

test('R8.12 without a number that waits no code is sent', async () => {
  const { resend } = await signInSomebody()
  for (const kind of ['phone', 'email']) {
    expect(keysOf(await resend(kind))).toEqual(['phone_cannot_change_now'])
  }
})

test('the number that is the reader’s own already needs no code', async () => {
  const number = newNumber()
  const { change } = await signInSomebody({ phone: number, phoneToChange: newNumber() })
  expect((await change(number)).json()).toMatchObject({ phone: number, phone_to_change: null })
  expect(server.phone.texts.filter(sms => sms.to === abroad(number))).toEqual([])
})

test('a number is removed, with the one that waits', async () => {
  const { browser, own, user, change } = await signInSomebody({ phone: newNumber() })
  await change(newNumber())
  expect((await browser.delete(`${own}/phone`)).statusCode).toBe(204)
  expect(await user()).toMatchObject({ phone: null, phone_to_change: null })
  expect((await browser.delete(`${own}/phone`)).statusCode).toBe(404)
})

test('R6.05 R8.12 who bought by SMS and has no subscription can neither change, prove nor remove the number', async () => {
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
  const reader = await makeReader(silent.deps)
  const browser = openBrowser(silent.app)
  await browser.signIn(reader.email)
  const answer = await browser.patch(`/rest/api/prv/v1/users/${reader.id}`, {
    json: { phone_to_change: newNumber() },
  })
  expect(keysOf(answer)).toEqual(['phone_cannot_change_now'])
  await silent.close()
})

test('no code is kept readable, and neither is what was sent', async () => {
  const { change } = await signInSomebody()
  const number = newNumber()
  await change(number)
  const code = await codeSentTo(number)
  const rows = await server.deps.db.select().from(controlCodes)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(code)
})
