import { useState, useSyncExternalStore } from 'react'

/** Why the last turn of a switch did not hold. */
export type Refusal = { on: boolean; error: unknown }

type SwitchboardDeps = {
  /** Makes the turn hold; a rejection means that it does not. */
  send: (key: string, on: boolean) => Promise<unknown>
  /** Told of each turn that holds. */
  onHeld: (key: string, on: boolean) => void
  /** Told of a turn that does not hold; what the switch shows goes back by itself. */
  onRefused: (key: string, refusal: Refusal) => void
}

export type Switchboard = ReturnType<typeof createSwitchboard>

/**
 * Switches that act at once. Each shows what was pressed last; its turns are sent one after another, so that what
 * was pressed last is also what holds in the end, however fast the finger and however slow the line. Turns that
 * were overtaken while another one was on its way are never sent.
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
        // A later press has the last word; only a refusal of that is told.
        if (wanted.get(key) !== on) continue
        refusals.set(key, { on, error })
        deps.onRefused(key, { on, error })
      }
    }
    working.delete(key)
    changed()
  }

  /** What is to be sent after a turn; when nothing is, the switch shows what holds again. */
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
    /** @param held what holds as far as is known */
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
 * A switchboard for a component, which is drawn anew on every change. The functions that it is given are taken from
 * the first drawing, so they must not close over anything that changes.
 */
export function useSwitchboard(deps: SwitchboardDeps): Switchboard {
  const [board] = useState(() => createSwitchboard(deps))
  useSyncExternalStore(board.subscribe, board.version, board.version)
  return board
}
