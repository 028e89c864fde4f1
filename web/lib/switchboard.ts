import { useState, useSyncExternalStore } from 'react'

/** Why the last change of a switch was refused. */
export type Refusal = { on: boolean; error: unknown }

type SwitchboardDeps = {
  /** Saves a change; a rejection rolls it back. */
  send: (key: string, on: boolean) => Promise<unknown>
  /** Called with each saved change. */
  onHeld: (key: string, on: boolean) => void
  /** Called with a refused change; the switch rolls back by itself. */
  onRefused: (key: string, refusal: Refusal) => void
}

export type Switchboard = ReturnType<typeof createSwitchboard>

/**
 * Optimistic switches: each shows what was pressed last. Changes of a switch are sent one at a time, so that
 * the last press wins, whatever the order of presses and the latency. Changes overtaken while another is in
 * flight are never sent (coalesced).
 */
export function createSwitchboard(deps: SwitchboardDeps) {
  const wanted = new Map<string, boolean>()
  const refusals = new Map<string, Refusal>()
  const working = new Set<string>()
  const listeners = new Set<() => void>()
  let version = 0
  const changed = () => {
    version += 1
    for (const listener of listeners) listener()
  }

  const work = async (key: string) => {
    working.add(key)
    for (let on = wanted.get(key); on !== undefined; on = nextTurn(key, on)) {
      try {
        await deps.send(key, on)
        deps.onHeld(key, on)
      } catch (error) {
        // A later press wins; only its refusal is reported.
        if (wanted.get(key) !== on) continue
        refusals.set(key, { on, error })
        deps.onRefused(key, { on, error })
      }
    }
    working.delete(key)
    changed()
  }

  /** The next change to send; without one, the switch shows the saved state again. */
  const nextTurn = (key: string, sent: boolean): boolean | undefined => {
    if (wanted.get(key) !== sent) return wanted.get(key)
    wanted.delete(key)
    return undefined
  }

  return {
    turn: (key: string, on: boolean): void => {
      wanted.set(key, on)
      refusals.delete(key)
      changed()
      if (!working.has(key)) void work(key)
    },
    /** @param held the last known saved state */
    isOn: (key: string, held: boolean): boolean => wanted.get(key) ?? held,
    refusalOf: (key: string): Refusal | undefined => refusals.get(key),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

/**
 * Hook: a switchboard that re-renders on every change. The given functions are taken from the first render, so
 * they must not close over changing values.
 */
export function useSwitchboard(deps: SwitchboardDeps): Switchboard {
  const [board] = useState(() => createSwitchboard(deps))
  useSyncExternalStore(board.subscribe, board.version, board.version)
  return board
}
