import { afterFirstPaint } from '../first-paint.ts'
import { logFailure } from '../log.ts'
import { runtimeConfig } from '../runtime-config.ts'

/** Longest time for which something waits for its flag, so that nothing jumps (R9.09). */
export const antiFlickerMs = 3500

export type FlagState =
  | { name: 'waiting' }
  /** There are no flags, or not in time. */
  | { name: 'without' }
  | { name: 'known'; evaluate: (flag: string) => unknown }

let state: FlagState = { name: 'waiting' }
let starting: Promise<void> | undefined
const listeners = new Set<() => void>()

/**
 * Fetches the SDK and starts it, once. Whatever goes wrong is logged, and everything else works (R7.20). Nothing is
 * fetched where the configuration has no flags.
 */
export function startFlags(): Promise<void> {
  starting ??= start()
  return starting
}

async function start(): Promise<void> {
  const { features_client_key: clientKey } = runtimeConfig()
  if (clientKey === null) return change({ name: 'without' })
  const deadline = setTimeout(() => state.name === 'waiting' && change({ name: 'without' }), antiFlickerMs)
  try {
    await afterFirstPaint()
    const { connectFlags } = await import('./flag-client.ts')
    await connectFlags(clientKey, evaluate => change({ name: 'known', evaluate }))
  } catch (error) {
    logFailure('flags', error)
    if (state.name === 'waiting') change({ name: 'without' })
  } finally {
    clearTimeout(deadline)
  }
}

/** What is known of the flags; another object after each change. */
export const flagState = (): FlagState => state

function change(next: FlagState): void {
  state = next
  for (const listener of listeners) listener()
}

export function subscribeToFlags(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
