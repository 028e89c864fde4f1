import { useState } from 'react'
import { textOfError } from '#web/lib/call/error-text.ts'
import { type Refusal, useSwitchboard } from '#web/lib/switchboard.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'

/**
 * Switches of one list that follow and unfollow at once.
 *
 * @param send saves a change
 * @param refresh reads the list again
 */
export function useFollowSwitches(
  send: (id: string, on: boolean) => Promise<unknown>,
  refresh: () => Promise<{ isSuccess: boolean }>,
) {
  const [held, setHeld] = useState<ReadonlyMap<string, boolean>>(new Map())
  const switches = useSwitchboard({
    send,
    onHeld: (id, on) => setHeld(before => new Map([...before, [id, on]])),
    onRefused: (id, refusal) => {
      announce(textOf(refusal), 'assertive')
      // The failed call may have been executed.
      void refresh().then(({ isSuccess }) => {
        // A later press knows better than the list.
        if (!isSuccess || switches.refusalOf(id)?.error !== refusal.error) return
        setHeld(before => new Map([...before].filter(([held]) => held !== id)))
      })
    },
  })
  return {
    /** @param listed the state in the list */
    isOn: (id: string, listed: boolean) => switches.isOn(id, held.get(id) ?? listed),
    turn: switches.turn,
    /** Why the last change failed. */
    faultOf: (id: string) => {
      const refusal = switches.refusalOf(id)
      return refusal && textOf(refusal)
    },
  }
}

const textOf = ({ on, error }: Refusal): string =>
  `${translate(on ? 'forum.follow_failed' : 'forum.unfollow_failed')} ${textOfError(error)}`
