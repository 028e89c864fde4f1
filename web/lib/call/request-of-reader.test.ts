import { describe, expect, test } from 'vitest'
import { caller, json, own, save, sendForm, things } from '#web/testing/answering-caller.ts'
import { ApiError } from './api-error.ts'
import { SessionError } from './session.ts'

describe("R7.10 a reader's call", () => {
  test('renews a stale session first; a public one does not', async () => {
    const { call, refresh } = caller([json({ count: 1 })])
    await call(things, own)
    expect(refresh).toHaveBeenCalledTimes(1)
    const open = caller([() => new Response(null, { status: 204 })])
    await open.call(save, { body: { name: 'x' } })
    expect(open.refresh).not.toHaveBeenCalled()
  })

  test('is retried once after a 401 and a forced refresh', async () => {
    const { call, fetch, refresh } = caller([json({ errors: [] }, 401), json({ count: 3 })])
    expect(await call(things, own)).toEqual({ count: 3 })
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(refresh).toHaveBeenLastCalledWith({ forced: true })
  })

  test("R8.03 an ended session is 'User is not logged in.', and the page is notified", async () => {
    const twice = caller([json({ errors: [] }, 401)])
    await expect(twice.call(things, own)).rejects.toThrow('User is not logged in.')
    expect(twice.onSessionLost).toHaveBeenCalledTimes(1)
    const refused = caller([json({ count: 1 })], {
      session: {
        freshPayload: () => undefined,
        userId: () => 7,
        refresh: () => Promise.reject(new SessionError('not_logged_in')),
      },
    })
    await expect(refused.call(things, own)).rejects.toThrow('User is not logged in.')
    expect(refused.onSessionLost).toHaveBeenCalledTimes(1)
    expect(refused.fetch).not.toHaveBeenCalled()
  })

  test('R6.01 a refusal tells the page when by now another reader is signed in here', async () => {
    const session = { freshPayload: () => undefined, refresh: async () => {} }
    const forbidden = json({ errors: [{ key: 'forbidden', message: '' }] }, 403)
    const other = caller([forbidden], { session: { ...session, userId: () => 8 } })
    await expect(other.call(things, own)).rejects.toMatchObject({ kind: 'unauthorised_request' })
    expect(other.onSessionLost).toHaveBeenCalledExactlyOnceWith('another_reader')
    for (const userId of [7, undefined]) {
      const same = caller([forbidden], { session: { ...session, userId: () => userId } })
      await expect(same.call(things, own)).rejects.toMatchObject({ kind: 'unauthorised_request' })
      expect(same.onSessionLost).not.toHaveBeenCalled()
    }
  })

  test('R8.03 a refresh that fails otherwise does not end the session', async () => {
    const { call, onSessionLost } = caller([json({ count: 1 })], {
      session: {
        freshPayload: () => undefined,
        userId: () => 7,
        refresh: () => Promise.reject(new SessionError('http_api_error')),
      },
    })
    const error: unknown = await call(things, own).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ cause: { message: 'HTTP API Error' } })
    expect(onSessionLost).not.toHaveBeenCalled()
  })
})

describe('R5.10 a call whose answer asks for a proof', () => {
  const shielded = (kind: string, key = 'storm_shield') =>
    json({ errors: [{ key, message: '' }], challenge: { id: 'challenge-1', kind } }, 422)
  const bodyOf = (fetch: ReturnType<typeof caller>['fetch'], index: number) =>
    fetch.mock.calls[index]?.[1]?.body

  test('is repeated word for word, with the challenge and its answer in headers', async () => {
    const answers = [
      shielded('password'),
      shielded('password', 'current_password_wrong'),
      () => new Response(null, { status: 204 }),
    ]
    const { call, fetch, askProof } = caller(answers)
    askProof.mockResolvedValueOnce('wrong').mockResolvedValueOnce('Žltý kôň 1')
    await call(save, { body: { name: 'Jana' } })
    expect(fetch).toHaveBeenCalledTimes(3)
    expect(bodyOf(fetch, 2)).toBe(bodyOf(fetch, 0))
    expect(fetch.mock.calls[2]?.[1]?.headers).toMatchObject({
      'x-storm-shield-id': 'challenge-1',
      'x-storm-shield-answer': encodeURIComponent('Žltý kôň 1'),
    })
  })

  test('R5.14 R7.13 carries a captcha’s answer in its own field, where it has one', async () => {
    const { call, fetch, askProof } = caller([shielded('captcha'), json({})])
    askProof.mockResolvedValueOnce('solved')
    await call({ ...sendForm, takesCaptcha: true }, { body: { username: 'jana@example.com' } })
    expect(bodyOf(fetch, 0)).toEqual(new URLSearchParams({ username: 'jana@example.com' }))
    expect(bodyOf(fetch, 1)).toEqual(
      new URLSearchParams({ username: 'jana@example.com', 'g-recaptcha-response': 'solved' }),
    )
  })

  test('ends with the refusal when the reader gives it up', async () => {
    const { call, fetch } = caller([shielded('email_code')])
    await expect(call(save, { body: { name: 'Jana' } })).rejects.toMatchObject({
      faults: [{ key: 'storm_shield' }],
    })
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})
