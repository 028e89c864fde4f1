import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const minute = 60_000
const hour = 60 * minute

/** Fake of the browser's EventSource: records streams, and fails them on demand. */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = []
  onerror: (() => void) | null = null
  onopen: (() => void) | null = null
  readyState = 0
  readonly address: string
  readonly at = Date.now()
  constructor(address: string) {
    super()
    this.address = address
    FakeEventSource.opened.push(this)
  }
  close() {
    this.readyState = 2
  }
  fail() {
    this.readyState = 2
    this.onerror?.()
  }
}

const stored = new Map<string, string>()
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' })
const answer = vi.fn<(address: string, request: RequestInit) => Promise<Response>>()
const location = {
  origin: 'https://profil.test',
  host: 'profil.test',
  pathname: '/predplatne',
  search: '',
  protocol: 'https:',
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  stored.clear()
  FakeEventSource.opened = []
  answer.mockReset().mockImplementation(async () => flags('upgrade_first'))
  page.visibilityState = 'visible'
  location.pathname = '/predplatne'
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, clearTimeout, location }))
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, address: string) => (location.pathname = address),
  })
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
    },
  )
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.doMock('../runtime-config.ts', () => ({
    runtimeConfig: () => ({
      hosts: { features: 'https://flags.test' },
      domain: '',
      experiment_results_url: 'https://results.test/shown',
    }),
  }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const experiment = { key: 'stop-2026', variations: ['keep_first', 'upgrade_first'] }
const result = {
  key: 'b',
  variationId: 1,
  value: 'upgrade_first',
  inExperiment: true,
  hashAttribute: 'ppSplitTest',
  hashValue: 4821,
  hashUsed: true,
  featureId: 'order',
}
const flags = (value: string) =>
  Response.json(
    {
      features: {
        order: { defaultValue: value, rules: [{ force: value, tracks: [{ experiment, result }] }] },
      },
    },
    { headers: { 'x-sse-support': 'enabled' } },
  )

const bodyOf = (request: RequestInit | undefined): unknown =>
  typeof request?.body === 'string' ? JSON.parse(request.body) : undefined

const asked = () => answer.mock.calls.filter(([address]) => address.includes('/api/eval/')).length

/** A load of the page: the SDK begins anew, the browser's storage stays. */
async function load() {
  vi.resetModules()
  const kept = [...stored]
  // It remembers between tests, and finds a browser when it is first imported.
  const { clearCache } = await import('@growthbook/growthbook')
  await clearCache()
  stored.clear()
  for (const [key, value] of kept) stored.set(key, value)
  const { connectFlags } = await import('./flag-client.ts')
  const told: unknown[] = []
  const connected = connectFlags('sdk-test', evaluate => told.push(evaluate('order')))
  return { connected, told }
}

test('R7.16 R3.11 the flags are evaluated by the service, for the attributes of the reader', async () => {
  page.cookie = 'pp_split_test=4821'
  const { connected, told } = await load()
  await connected
  expect(told).toEqual(['upgrade_first'])
  const [address, request] = answer.mock.calls[0] ?? []
  expect(address).toBe('https://flags.test/api/eval/sdk-test')
  expect(bodyOf(request)).toMatchObject({
    attributes: { ppSplitTest: 4821, path: '/predplatne', isUserLoggedIn: false },
    url: 'https://profil.test/predplatne',
  })
  expect(FakeEventSource.opened.map(each => each.address)).toEqual(['https://flags.test/sub/sdk-test'])
})

test('R3.02 R3.11 what was shown is noted for the reader and sent to the configured place, once', async () => {
  const { connected } = await load()
  await connected
  await vi.advanceTimersByTimeAsync(0)
  const sent = answer.mock.calls.filter(([address]) => address === 'https://results.test/shown')
  expect(sent.map(([, request]) => bodyOf(request))).toEqual([
    {
      experiment_key: 'stop-2026',
      variation_id: 1,
      variation_key: 'b',
      hash_attribute: 'ppSplitTest',
      hash_value: '4821',
    },
  ])
  const { currentProfile } = await import('../reader/profile.ts')
  expect(currentProfile()).toMatchObject({ experimentKey: 'stop-2026', experimentResult: 'b' })
})

test('R9.09 flags are stale after 60 s, expire after 4 h, and are cached for 10 readers or addresses', async () => {
  await (await load()).connected
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(minute - 1)
  await (await load()).connected
  expect(asked()).toBe(1)
  // Stale-while-revalidate: used at once, and refetched.
  await vi.advanceTimersByTimeAsync(2)
  answer.mockImplementation(async () => {
    await new Promise(resolve => setTimeout(resolve, 100))
    return flags('keep_first')
  })
  const stale = await load()
  await stale.connected
  expect(stale.told[0]).toBe('upgrade_first')
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(stale.told.at(-1)).toBe('keep_first')
  // Too old to be shown at all.
  await vi.advanceTimersByTimeAsync(4 * hour + 1)
  answer.mockRejectedValue(new TypeError('no network'))
  const old = await load()
  await expect(old.connected).rejects.toThrow('no network')
  expect(old.told).toEqual([])

  answer.mockImplementation(async () => flags('keep_first'))
  for (let number = 0; number < 15; number++) {
    location.pathname = `/faq/${number}`
    await (await load()).connected
  }
  expect(JSON.parse(stored.get('profil_flags') ?? '[]')).toHaveLength(10)
})

test('R9.09 a stream is closed when its page was hidden for 20 s, and opened again when it is seen', async () => {
  await (await load()).connected
  const turn = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  turn('hidden')
  await vi.advanceTimersByTimeAsync(19_999)
  expect(FakeEventSource.opened[0]?.readyState).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(FakeEventSource.opened[0]?.readyState).toBe(2)
  turn('visible')
  expect(FakeEventSource.opened).toHaveLength(2)
})

test('R9.09 a failed stream reconnects with exponential backoff, capped at 5 minutes', async () => {
  await (await load()).connected
  const pauses: number[] = []
  for (let failure = 0; failure < 14; failure++) {
    const failedAt = Date.now()
    FakeEventSource.opened.at(-1)?.fail()
    await vi.advanceTimersByTimeAsync(5 * minute)
    expect(FakeEventSource.opened, `after failure ${failure + 1}`).toHaveLength(failure + 2)
    pauses.push((FakeEventSource.opened.at(-1)?.at ?? Number.NaN) - failedAt)
  }
  expect(Math.max(...pauses)).toBe(5 * minute)
  expect(pauses[0]).toBeLessThan(5 * minute)
})

test('R9.09 another address is evaluated anew, by one call', async () => {
  const { connected } = await load()
  await connected
  const { navigate } = await import('../navigation/navigation.ts')
  navigate('/faq')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toBe(2)
  expect(bodyOf(answer.mock.calls.at(-1)?.[1])).toMatchObject({
    attributes: { path: '/faq' },
    url: 'https://profil.test/faq',
  })
})

test('R9.09 an experiment that leads to another page does so after 100 ms; to another site it never does', async () => {
  const { createClient, flagTimes } = await import('./flag-client.ts')
  expect(flagTimes.navigateDelay).toBe(100)
  const left = vi.fn()
  for (const [target, delay] of [
    ['https://profil.test/faq', 100],
    ['https://elsewhere.test/', undefined],
  ] as const) {
    left.mockClear()
    const replace = left
    Object.assign(location, { href: 'https://profil.test/predplatne', replace })
    const attributes = { id: '7', url: 'https://profil.test/predplatne' } as Parameters<
      typeof createClient
    >[0]['attributes']
    const client = createClient({ apiHost: 'https://flags.test', clientKey: 'sdk-test', attributes })
    await client.setPayload({
      experiments: [
        {
          key: 'redirect',
          changeId: 'one',
          manual: false,
          weights: [0, 1],
          variations: [{}, { urlRedirect: target }],
          urlPatterns: [{ include: true, type: 'simple', pattern: '/predplatne' }],
        },
      ],
    })
    await vi.advanceTimersByTimeAsync(99)
    expect(left).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(left).toHaveBeenCalledTimes(delay === undefined ? 0 : 1)
  }
})

test('R7.20 a service that answers nothing in time, or nothing that can be used, is an error', async () => {
  answer.mockImplementation(() => new Promise(() => {}))
  const silent = await load()
  const failed = expect(silent.connected).rejects.toThrow('Timeout')
  await vi.advanceTimersByTimeAsync(3500)
  await failed
  answer.mockImplementation(async () => new Response('<p>Bad gateway</p>', { status: 502 }))
  await expect((await load()).connected).rejects.toThrow('502')
})
