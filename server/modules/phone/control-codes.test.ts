import { describe, expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import {
  keysOf,
  newestCode,
  newNumber,
  signInPhoneOwner,
  wrongFor,
} from '#server/testing/make/phone-owner.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

const signInSomebody = () => signInPhoneOwner(server)
const codeSentTo = (number: string, known: readonly string[] = []) => newestCode(server, number, known)

test('R4.14 race: of 200 wrong codes at once five are tried, and then the right one is refused', async () => {
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
})

test('R4.14 race: of sixteen right codes at once one succeeds', async () => {
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

test.each([
  ['one after the other', 1],
  ['thirty at once (race)', 30],
])('R4.14 one reader’s refused requests keep no number from others: %s', async (_, atOnce) => {
  const greedy = await signInSomebody()
  const number = newNumber()
  let sent = 0
  for (let asked = 0; asked < 30; asked += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, () => greedy.change(number)))
    sent += answers.filter(answer => answer.statusCode === 200).length
  }
  expect(sent).toBe(3)
  const owner = await signInSomebody()
  expect((await owner.change(number)).statusCode).toBe(200)
})

test('R4.14 race: many readers together send twenty codes a day to one number, and no more', async () => {
  const number = newNumber()
  const readers = await Promise.all(Array.from({ length: 8 }, signInSomebody))
  const answers = await Promise.all(
    readers.flatMap(reader => Array.from({ length: 4 }, () => reader.change(number))),
  )
  const sent = answers.filter(answer => answer.statusCode === 200).length
  expect(sent).toBeLessThanOrEqual(20)
  const later = []
  for (const reader of readers) for (let time = 0; time < 3; time++) later.push(await reader.change(number))
  expect(sent + later.filter(answer => answer.statusCode === 200).length).toBe(20)
})

describe('R4.14 a code is invalid', () => {
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

test('R5.15 R8.13 any input as a code gets a clear answer', async () => {
  const { change, verify } = await signInSomebody()
  await change(newNumber())
  expect(keysOf(await verify(''))).toEqual(['required'])
  expect(keysOf(await verify('x'.repeat(101)))).toEqual(['max_length'])
  expect(keysOf(await verify("' or 1=1 --"))).toEqual(['control_code_invalid'])
  expect(keysOf(await verify('\u0000'))).toEqual(['control_code_invalid'])
})
