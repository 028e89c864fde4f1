import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { createCall } from './request.ts'
import { SessionError } from './session.ts'

const things = endpoint({
  method: 'GET',
  path: '/things/:userId',
  summary: '',
  tag: '',
  access: 'reader',
  params: z.object({ userId: z.string() }),
  query: z.object({ q: z.optional(z.string()) }),
  success: { status: 200, body: z.object({ count: z.int() }) },
})
const save = endpoint({
  method: 'PATCH',
  path: '/things',
  summary: '',
  tag: '',
  access: 'public',
  body: z.object({ name: z.string() }),
  success: { status: 204 },
})
const sendForm = endpoint({
  method: 'POST',
  path: '/username_check',
  summary: '',
  tag: '',
  access: 'public',
  bodyType: 'form',
  body: z.object({ username: z.string(), 'g-recaptcha-response': z.optional(z.string()) }),
  success: { status: 200, body: z.object({}) },
})

type Answer = () => Response | Promise<Response>

function caller(answers: Answer[], over: Partial<Parameters<typeof createCall>[0]> = {}) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer) throw new Error('no answer left')
    return answer()
  })
  const log = vi.fn()
  const onSessionLost = vi.fn()
  const askProof = vi.fn(async (): Promise<string | undefined> => undefined)
  const refresh = vi.fn(async () => {})
  const call = createCall({
    fetch: fetch as never,
    origin: 'https://login.example.com',
    locale: () => 'en',
    userKnown: Promise.resolve(),
    session: { freshPayload: () => undefined, userId: () => 7, refresh },
    isOnline: () => true,
    log,
    onSessionLost,
    askProof,
    ...over,
  })
  return { call, askProof, fetch, log, refresh, onSessionLost }
}

const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    Response.json(body, { status, headers })
const own = { params: { userId: '7' }, query: {} }

afterEach(() => {
  vi.useRealTimers()
})

describe('R7.01 every call', () => {
  test("bears credentials and the reader's language, and goes to the central login", async () => {
    const { call, fetch } = caller([json({ count: 1 })])
    expect(await call(things, { params: { userId: 'a/b' }, query: { q: 'x y' } })).toEqual({ count: 1 })
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('https://login.example.com/things/a%2Fb?q=x+y')
    expect(init).toMatchObject({
      method: 'GET',
      credentials: 'include',
      headers: { accept: 'application/json', 'accept-language': 'en' },
    })
  })

  test('sends its body as JSON', async () => {
    const { call, fetch } = caller([() => new Response(null, { status: 204 })])
    await call(save, { body: { name: 'Ďuro' } })
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      method: 'PATCH',
      body: '{"name":"Ďuro"}',
      headers: { 'content-type': 'application/json' },
    })
  })

  test('R5.14 sends a form without the fields that were not given', async () => {
    const { call, fetch } = caller([json({})])
    await call(sendForm, { body: { username: 'jana@example.com', 'g-recaptcha-response': undefined } })
    expect(fetch.mock.calls[0]?.[1].body).toEqual(new URLSearchParams({ username: 'jana@example.com' }))
  })

  test('waits until it is known who reads, unless told otherwise', async () => {
    const userKnown = new Promise(() => {})
    const waiting = caller([json({ count: 1 })], { userKnown })
    void waiting.call(things, own)
    await new Promise(resolve => setImmediate(resolve))
    expect(waiting.fetch).not.toHaveBeenCalled()
    await waiting.call(things, own, { waitForUser: false })
    expect(waiting.fetch).toHaveBeenCalledTimes(1)
  })

  test('R9.06 ends after 30 seconds, also while the body is read', async () => {
    vi.useFakeTimers()
    const { call, log } = caller([() => new Promise(() => {})], {
      fetch: ((_: string, init: RequestInit) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        })) as never,
    })
    const outcome = call(things, own).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(log).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({ kind: 'timeout' })
    expect(log).toHaveBeenCalledTimes(1)
  })

  test('an abort by the caller is passed on and not logged', async () => {
    const { call, log } = caller([], {
      fetch: ((_: string, init: RequestInit) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        })) as never,
    })
    const stop = new AbortController()
    const outcome = call(things, own, { signal: stop.signal }).catch((error: unknown) => error)
    await new Promise(resolve => setImmediate(resolve))
    stop.abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
    expect(log).not.toHaveBeenCalled()
  })
})

describe('R7.19 success', () => {
  test.each([200, 201, 202])('is %i with a body', async status => {
    expect(await caller([json({ count: 2 }, status)]).call(things, own)).toEqual({ count: 2 })
  })

  test('is 204 with an empty result', async () => {
    const { call } = caller([() => new Response(null, { status: 204 })])
    expect(await call(save, { body: { name: 'x' } })).toBeUndefined()
  })

  test.each([203, 206, 304])('is not %i', async status => {
    const answer = () => new Response(status === 304 ? null : '{"count":1}', { status })
    await expect(caller([answer]).call(things, own)).rejects.toThrow('Failed')
  })
})

describe('R8.01 errors', () => {
  const html = (status: number) => () =>
    new Response('<p>', { status, headers: { 'content-type': 'text/html' } })
  test.each([
    [500, 'Server Error (500)', 'server_error'],
    [503, 'Server Error (503)', 'server_error'],
    [400, 'Bad Request', 'bad_request'],
    [403, 'Unauthorised Request', 'unauthorised_request'],
    [404, 'Not Found', 'not_found'],
    [422, 'Unprocessable Entity', 'unprocessable_entity'],
    [429, 'Too Many Requests', 'too_many_requests'],
    [418, 'Failed', 'failed'],
  ])('%i is %s, and is logged', async (status, message, kind) => {
    const { call, log } = caller([html(status)])
    await expect(call(things, own)).rejects.toMatchObject({ message, kind, status })
    expect(log).toHaveBeenCalledTimes(1)
  })

  test("an answer that is no JSON is 'Invalid content type'", async () => {
    await expect(caller([html(200)]).call(things, own)).rejects.toThrow('Invalid content type')
  })

  test('422 carries its list, 429 when to come again', async () => {
    const errors = [{ key: 'max_length', field: 'name', message: 'Dlhé', params: { max: 5 } }]
    await expect(caller([json({ errors }, 422)]).call(things, own)).rejects.toMatchObject({ faults: errors })
    const wait = caller([json({ errors: [] }, 429, { 'retry-after': '30' })])
    await expect(wait.call(things, own)).rejects.toMatchObject({ retryAfterSeconds: 30 })
  })

  test('an answer of another shape than agreed is an error, not data', async () => {
    await expect(caller([json({ count: 'two' })]).call(things, own)).rejects.toThrow('Invalid answer')
  })

  test('R8.01 a body that is no JSON is an error of the answer; a connection that breaks within it is not', async () => {
    const cutOff = () => new Response('{"count":', { headers: { 'content-type': 'application/json' } })
    const failed = caller([cutOff])
    await expect(failed.call(things, own)).rejects.toMatchObject({ kind: 'invalid_answer', status: 200 })
    expect(failed.log).toHaveBeenCalledTimes(1)
    const broken = new ReadableStream({ pull: stream => stream.error(new TypeError('network error')) })
    const breaks = () => new Response(broken, { headers: { 'content-type': 'application/json' } })
    await expect(caller([breaks]).call(things, own)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('no connection is told apart from a server that cannot be reached', async () => {
    const broken = { fetch: (() => Promise.reject(new TypeError('fetch failed'))) as never }
    await expect(caller([], broken).call(things, own)).rejects.toMatchObject({ kind: 'unreachable' })
    const offline = { ...broken, isOnline: () => false }
    await expect(caller([], offline).call(things, own)).rejects.toMatchObject({ kind: 'offline' })
  })
})

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
    fetch.mock.calls[index]?.[1].body

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
    expect(fetch.mock.calls[2]?.[1].headers).toMatchObject({
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
