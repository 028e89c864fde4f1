import { afterEach, describe, expect, test, vi } from 'vitest'
import { begin } from './begin.ts'

const address = { login: 'http://login.test', config: '/config.json?1' }
const ofReader = ['/users/:userId/subscriptions']
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const payload = (claims: object = {}) =>
  `ppp=${base64url({})}.${base64url({ sub: '7', exp: Date.now() / 1000 + 60, loc: 'en', ...claims })}`

afterEach(() => vi.unstubAllGlobals())

/** Runs the head's script with the cookies given; a renewal answers with others. */
async function run(cookie: string, read: string[] = [], renewed?: string) {
  const asked: string[] = []
  const links: { href?: string }[] = []
  const signals: (AbortSignal | null | undefined)[] = []
  const datesAfter: number[] = []
  const document = {
    cookie,
    createElement: () => ({}),
    head: { append: (link: { href?: string }) => links.push(link) },
  }
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('Intl', {
    DateTimeFormat: function dateFormat() {
      datesAfter.push(asked.length)
    },
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push(url)
    signals.push(init?.signal)
    if (url.endsWith('/refresh-token')) document.cookie = renewed ?? document.cookie
    return new Response(null, { status: renewed === '' ? 401 : 200 })
  })
  begin({ ...address, read, texts: { sk: ['/sk.js'], en: ['/en.js'] }, styles: [] })
  // The configuration is awaited until the message has come, which no timer waits for; then what follows a renewal.
  await window.profilStart?.config
  await new Promise(resolve => setTimeout(resolve))
  const [calls, files] = [asked.slice(1), links.map(({ href }) => href)]
  return { asked: calls, signals: signals.slice(1), files, datesAfter, start: window.profilStart }
}

const subscriptions = 'http://login.test/users/7/subscriptions'
const refresh = 'http://login.test/refresh-token'

describe('R16.03 R16.06 what a document begins before the program has come', () => {
  test.each<[string, string, string[] | undefined, string | undefined, string[]]>([
    ['a visitor: nothing of a reader', '', ofReader, undefined, []],
    [
      'a public read, in the language of this browser',
      '',
      ['/faq?lang=:language', ...ofReader],
      undefined,
      ['http://login.test/faq?lang=sk'],
    ],
    [
      'a public read of a remembered reader, once',
      'ppi=7',
      ['/faq?lang=sk', ...ofReader],
      `ppi=7; ${payload()}`,
      ['http://login.test/faq?lang=sk', refresh, subscriptions],
    ],
    ['a reader with a fresh token', `ppi=7; ${payload()}`, ofReader, undefined, [subscriptions]],
    ['a page without a first read', `ppi=7; ${payload()}`, undefined, undefined, []],
    ['remembered: renewed, then read', 'ppi=7', ofReader, `ppi=7; ${payload()}`, [refresh, subscriptions]],
    ['a token that has expired', `ppi=7; ${payload({ exp: 1 })}`, ofReader, '', [refresh]],
    ['a token of another reader', `ppi=7; ${payload({ sub: '8' })}`, ofReader, '', [refresh]],
    [
      'another’s id, which the renewal puts right',
      `ppi=9; ${payload()}`,
      ofReader,
      `ppi=7; ${payload()}`,
      [refresh, subscriptions],
    ],
    ['a token that is none', 'ppi=7; ppp=a.b.c', ofReader, '', [refresh]],
    [
      'a clock that is an hour fast',
      `ppi=7; pptd=-3600000; ${payload({ exp: Date.now() / 1000 - 1800 })}`,
      ofReader,
      undefined,
      [subscriptions],
    ],
    ['an id that is no number', 'ppi=x', ofReader, undefined, []],
    ['a renewal that brings no token', 'ppi=7', ofReader, 'ppi=7', [refresh]],
  ])('%s', async (_what, cookie, read, renewed, calls) => {
    const { asked, files, start } = await run(cookie, read, renewed)
    expect(asked).toEqual(calls)
    // A fresh token names its reader's language, also where this browser knows none.
    const isKnown = cookie.includes('ppp') && !calls.includes(refresh)
    expect(files).toEqual([isKnown ? '/en.js' : '/sk.js'])
    expect(start?.renewal !== undefined).toBe(calls.includes(refresh))
  })

  test.each([
    ['profil_language=en', 'en'],
    ['profil_language=<x>', 'sk'],
    ['profil_language=toString', 'sk'],
  ])('the language used last, by its cookie: %s', async (cookie, language) => {
    const { asked, files } = await run(cookie, ['/faq?lang=:language'])
    expect(asked).toEqual([`http://login.test/faq?lang=${language}`])
    expect(files).toEqual([`/${language}.js`])
  })

  test('R9.06 a call that is not answered ends after 30 seconds, a renewal as well', async () => {
    const ended = AbortSignal.abort()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ended)
    const { signals } = await run('ppi=7', ofReader, `ppi=7; ${payload()}`)
    expect(signals).toEqual([ended, ended])
    expect(timeout.mock.calls).toEqual([[30_000], [30_000]])
    timeout.mockRestore()
  })

  test('R16.01 the browser’s first date is made once the calls have left', async () => {
    const { datesAfter } = await run(`ppi=7; ${payload()}`, ofReader)
    expect(datesAfter, 'after the configuration and the read').toEqual([2])
  })

  test('a read of a reader is asked in their own language', async () => {
    const { start } = await run(`ppi=7; ${payload()}`, ofReader)
    expect(start?.calls[subscriptions]?.language).toBe('en')
  })
})
