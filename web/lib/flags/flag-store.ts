import { afterFirstPaint } from '../browser/first-paint.ts'
import { logFailure } from '../log.ts'
import { runtimeConfig } from '../runtime-config.ts'

/** Timeout of waiting for a flag (anti-flicker, R9.09). */
export const antiFlickerMs = 3500

export type FlagState =
  | { name: 'waiting' }
  /** No flags, or not in time. */
  | { name: 'without' }
  | { name: 'known'; evaluate: (flag: string) => unknown }

let state: FlagState = { name: 'waiting' }
let starting: Promise<void> | undefined
const listeners = new Set<() => void>()

/**
 * Loads and starts the SDK, once. Errors are only logged (R7.20). Nothing is loaded where flags are not
 * configured.
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

/** Snapshot of the flags; a new object after each change. */
export const flagState = (): FlagState => state

function change(next: FlagState): void {
  state = next
  for (const listener of listeners) listener()
}

export function subscribeToFlags(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
