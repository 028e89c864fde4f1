import { afterEach, describe, expect, test, vi } from 'vitest'
import { caller, json, own, save, sendForm, things } from '#web/testing/answering-caller.ts'

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
    expect(fetch.mock.calls[0]?.[1]?.body).toEqual(new URLSearchParams({ username: 'jana@example.com' }))
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
