import { useState } from 'react'
import { textOfError } from '#web/lib/call/error-text.ts'
import { type Refusal, useSwitchboard } from '#web/lib/switchboard.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'

/** Switches of one list that follow and unfollow at once. @param send saves a change */
export function useFollowSwitches(send: (id: string, on: boolean) => Promise<unknown>) {
  const [held, setHeld] = useState<ReadonlyMap<string, boolean>>(new Map())
  const switches = useSwitchboard({
    send,
    onHeld: (id, on) => setHeld(before => new Map([...before, [id, on]])),
    onRefused: (_, refusal) => announce(textOf(refusal), 'assertive'),
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
