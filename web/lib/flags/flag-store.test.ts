import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const connectFlags =
  vi.fn<(clientKey: string, onFlags: (evaluate: (flag: string) => unknown) => void) => Promise<void>>()
const config = { features_client_key: 'sdk-test' as string | null }
vi.mock('./flag-client.ts', () => ({ connectFlags }))
vi.mock('../browser/first-paint.ts', () => ({ afterFirstPaint: async () => {} }))
vi.mock('../runtime-config.ts', () => ({ runtimeConfig: () => config }))

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})

/** As after a load of the page: nothing is known yet. */
async function freshStore() {
  vi.resetModules()
  const { flagState, startFlags, subscribeToFlags } = await import('./flag-store.ts')
  const seen: string[] = []
  subscribeToFlags(() => seen.push(flagState().name))
  return { flagState, startFlags, seen }
}

beforeEach(() => {
  vi.useFakeTimers()
  connectFlags.mockReset()
  warn.mockClear()
  config.features_client_key = 'sdk-test'
})
afterEach(() => vi.useRealTimers())

test('R9.09 what waits for a flag is shown as soon as the flags are there', async () => {
  const { flagState, startFlags, seen } = await freshStore()
  connectFlags.mockImplementation(async (_key, onFlags) => onFlags(flag => `${flag}!`))
  expect(flagState().name).toBe('waiting')
  await Promise.all([startFlags(), startFlags()])
  expect(connectFlags).toHaveBeenCalledTimes(1)
  const state = flagState()
  expect(state.name === 'known' && state.evaluate('order')).toBe('order!')
  // The timeout was cleared.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen).toEqual(['known'])
})

test('R9.09 nothing waits longer than 3500 ms; flags that come later are told', async () => {
  const { flagState, startFlags, seen } = await freshStore()
  let arrive: (evaluate: () => unknown) => void = () => {}
  connectFlags.mockImplementation((_key, onFlags) => {
    arrive = onFlags
    return new Promise(() => {})
  })
  void startFlags()
  await vi.advanceTimersByTimeAsync(3499)
  expect(flagState().name).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(flagState().name).toBe('without')
  arrive(() => 'late')
  expect(seen).toEqual(['without', 'known'])
})

test('R7.20 flags that cannot start are logged at once, and the page goes on without them', async () => {
  const { flagState, startFlags } = await freshStore()
  const failure = new Error('Cannot use remoteEval on GrowthBook Cloud')
  connectFlags.mockRejectedValue(failure)
  await startFlags()
  expect(warn).toHaveBeenCalledWith('flags', failure)
  expect(flagState().name).toBe('without')
})

test('R7.16 where flags are off nothing is fetched, and nothing waits', async () => {
  config.features_client_key = null
  const { flagState, startFlags } = await freshStore()
  await startFlags()
  expect(connectFlags).not.toHaveBeenCalled()
  expect(flagState().name).toBe('without')
  expect(warn).not.toHaveBeenCalled()
})
