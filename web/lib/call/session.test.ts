import { describe, expect, test, vi } from 'vitest'
import type { CookieJar } from '../browser/cookies.ts'
import { loadUser } from '../reader/load-user.ts'
import { createSession } from './session.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const seconds = Math.floor(now / 1000)
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (claims: Record<string, unknown> = {}) =>
  `${base64url({ alg: 'ES256' })}.${base64url({
    sub: '7',
    iat: seconds,
    exp: seconds + 600,
    jti: 'first',
    aud: 'profil',
    eml: 'jana@example.com',
    cnf: true,
    loc: 'en',
    ...claims,
  })}`

/** A browser with cookies, and a server that answers a refresh by setting the cookies given. */
function browser(cookies: Record<string, string>, refreshed?: Record<string, string> | number | Error) {
  const written: Record<string, { domain: string; maxAgeSeconds: number }> = {}
  const jar: CookieJar = {
    read: name => cookies[name],
    write: (name, value, options) => {
      cookies[name] = value
      written[name] = options
    },
  }
  const postRefresh = vi.fn(async () => {
    await Promise.resolve()
    if (refreshed instanceof Error) throw refreshed
    if (typeof refreshed === 'number') return new Response(null, { status: refreshed })
    Object.assign(cookies, refreshed)
    return new Response(null, { status: 204 })
  })
  let locked: Promise<void> = Promise.resolve()
  const lock = (work: () => Promise<void>) => {
    const turn = locked.then(work)
    locked = turn.catch(() => {})
    return turn
  }
  const open = () => createSession({ cookies: jar, now: () => now, postRefresh, lock, domain: 'example.com' })
  return { session: open(), otherTab: open(), postRefresh, cookies, written }
}

const noUser = () => Promise.reject(new Error('not asked for'))

describe('R4.01 who is signed in, by the user cookie', () => {
  test.each([
    ['no cookie', undefined],
    ['empty', ''],
    ['a word', 'jana'],
    ['a fraction', '7.5'],
    ['a minus', '-7'],
    ['zero', '0'],
    ['an exponent', '1e3'],
    ['white space', ' 7'],
    ['too large', '99999999999999999999'],
  ])('%s means not logged in', async (_, ppi) => {
    const { session, postRefresh } = browser(ppi === undefined ? {} : { ppi, ppp: token() })
    expect(session.userId()).toBeUndefined()
    expect(await loadUser({ session, readUser: noUser })).toBeUndefined()
    expect(postRefresh).not.toHaveBeenCalled()
  })

  test('a whole number is the user', () => {
    expect(browser({ ppi: '7' }).session.userId()).toBe(7)
  })
})

describe('R4.02 the user comes from a fresh payload, else from a refresh', () => {
  test('R4.03 a fresh payload needs no call, and the profile is marked loaded', async () => {
    const { session, postRefresh } = browser({
      ppi: '7',
      ppp: token({ sbr: { web: { exp: seconds, dlr: false, rec: true } } }),
    })
    expect(await loadUser({ session, readUser: noUser })).toEqual({
      id: 7,
      email: 'jana@example.com',
      confirmed: true,
      lang: 'en',
      langLoaded: true,
      loaded: true,
      roles: { web: { name: 'web', expireAt: seconds * 1000, deviceLimitReached: false, recurring: true } },
    })
    expect(postRefresh).not.toHaveBeenCalled()
  })

  test.each([
    ['no payload', undefined],
    ['an expired one', token({ exp: seconds })],
    ["another user's", token({ sub: '8' })],
    ['R5.11 two dots', `${token()}.signature`],
    ['R5.11 no dot', 'abc'],
    ['R5.11 bad base64url', 'a+b.c/d'],
    ['R5.11 bad JSON', `${base64url({})}.${Buffer.from('{').toString('base64url')}`],
    ['R5.11 a missing claim', token({ jti: undefined })],
  ])('%s is refreshed', async (_, ppp) => {
    const { session, postRefresh } = browser(
      { ppi: '7', ...(ppp && { ppp }) },
      { ppp: token({ jti: 'second' }) },
    )
    const user = await loadUser({ session, readUser: noUser })
    expect(user?.loaded).toBe(true)
    expect(postRefresh).toHaveBeenCalledTimes(1)
  })

  test("no fresh payload after the refresh fails with 'No fresh user payload found.'", async () => {
    const { session } = browser({ ppi: '7' }, {})
    await expect(loadUser({ session, readUser: noUser })).rejects.toThrow('No fresh user payload found.')
  })

  test.each([500, 503, 403, new TypeError('offline')])(
    "R8.03 a refresh that fails (%s) is an 'HTTP API Error'",
    async outcome => {
      const { session } = browser({ ppi: '7' }, outcome)
      await expect(loadUser({ session, readUser: noUser })).rejects.toThrow('HTTP API Error')
    },
  )

  test('R8.03 a session that the server no longer knows is nobody', async () => {
    const { session } = browser({ ppi: '7' }, 401)
    await expect(session.refresh()).rejects.toThrow('User is not logged in.')
    expect(await loadUser({ session, readUser: noUser })).toBeUndefined()
  })
})

describe('R7.10 refreshing', () => {
  test('is skipped while the payload is fresh, unless forced', async () => {
    const { session, postRefresh } = browser({ ppi: '7', ppp: token() }, { ppp: token({ jti: 'second' }) })
    await session.refresh()
    expect(postRefresh).not.toHaveBeenCalled()
    await session.refresh({ forced: true })
    expect(postRefresh).toHaveBeenCalledTimes(1)
  })

  test('twenty concurrent refreshes share one call (single flight)', async () => {
    const { session, postRefresh } = browser({ ppi: '7' }, { ppp: token() })
    await Promise.all(Array.from({ length: 20 }, () => session.refresh()))
    expect(postRefresh).toHaveBeenCalledTimes(1)
  })

  test('a tab that waited for the lock takes the other tab’s token, also when forced', async () => {
    const { session, otherTab, postRefresh } = browser(
      { ppi: '7', ppp: token() },
      { ppp: token({ jti: 'second' }) },
    )
    await Promise.all([session.refresh({ forced: true }), otherTab.refresh({ forced: true })])
    expect(postRefresh).toHaveBeenCalledTimes(1)
  })

  test('a failed refresh does not block the next one', async () => {
    const { session, postRefresh, cookies } = browser({ ppi: '7' }, 503)
    await expect(session.refresh()).rejects.toThrow()
    await expect(session.refresh()).rejects.toThrow()
    expect(postRefresh).toHaveBeenCalledTimes(2)
    cookies.ppp = token()
    await session.refresh()
  })
})

describe('R9.07 a clock that is wrong', () => {
  const issuedAt = (differenceMs: number) => {
    const iat = seconds + differenceMs / 1000
    return { ppp: token({ iat, exp: iat + 600 }) }
  }

  test.each([301_000, -301_000, 2_678_400_000])(
    'by %i ms is kept on the base domain for a day and used',
    async differenceMs => {
      const { session, cookies, written } = browser({ ppi: '7' }, issuedAt(differenceMs))
      await session.refresh()
      expect(cookies.pptd).toBe(String(differenceMs))
      expect(written.pptd).toEqual({ domain: 'example.com', maxAgeSeconds: 86_400 })
      expect(session.freshPayload()).toBeDefined()
    },
  )

  test.each([300_000, -300_000, 0])('by %i ms is right enough', async differenceMs => {
    const { session, cookies } = browser({ ppi: '7' }, issuedAt(differenceMs))
    await session.refresh()
    expect(cookies.pptd).toBeUndefined()
  })

  test('a difference that is gone is forgotten', async () => {
    const { session, written } = browser({ ppi: '7', pptd: '900000' }, issuedAt(0))
    await session.refresh()
    expect(written.pptd?.maxAgeSeconds).toBe(0)
  })

  test('nonsense in the cookie counts as no difference', () => {
    const { session } = browser({ ppi: '7', ppp: token(), pptd: 'NaN; drop' })
    expect(session.freshPayload()).toBeDefined()
  })
})

test('R3.02 what a payload leaves out is read from the server', async () => {
  const { session } = browser({ ppi: '7', ppp: token({ eml: undefined, loc: undefined, cnf: undefined }) })
  const readUser = vi.fn(
    async () => ({ email: 'jana@example.com', confirmed: false, locale_code: 'sk' }) as never,
  )
  const user = await loadUser({ session, readUser })
  expect(readUser).toHaveBeenCalledWith(7)
  expect(user).toMatchObject({ email: 'jana@example.com', confirmed: false, lang: 'sk', langLoaded: true })
})
