import { useEffect, useState, useSyncExternalStore } from 'react'
import { type FlagState, flagState, startFlags, subscribeToFlags } from './flag-store.ts'

/** Known flags with their values; the first is the default. */
const flags = {
  /** What comes first in the offers to a reader who turns renewal off. */
  stop_offer_order: ['keep_first', 'upgrade_first'],
} as const

type FlagName = keyof typeof flags
type FlagValue<Name extends FlagName> = (typeof flags)[Name][number]

/**
 * Value of a flag for this reader, updated live.
 *
 * @returns undefined while unknown, at most 3.5 s. Content shown without flags after that stays, to avoid
 * flicker.
 */
export function useFlag<Name extends FlagName>(name: Name): FlagValue<Name> | undefined {
  const state = useSyncExternalStore(subscribeToFlags, flagState)
  const [isWithout, setWithout] = useState(state.name === 'without')
  useEffect(() => void startFlags(), [])
  if (state.name === 'without' && !isWithout) setWithout(true)
  return isWithout ? flags[name][0] : valueOf(name, state)
}

function valueOf<Name extends FlagName>(name: Name, state: FlagState): FlagValue<Name> | undefined {
  if (state.name === 'waiting') return undefined
  const found = state.name === 'known' ? state.evaluate(name) : undefined
  const known: readonly FlagValue<Name>[] = flags[name]
  return known.find(value => value === found) ?? flags[name][0]
}
