import type { ReactNode } from 'react'
import type { Followable } from '#contract/follows/follows.ts'
import type { Switchboard } from '#web/lib/switchboard.ts'
import { Switch } from '#web/ui/choice.tsx'
import styles from '../follows.module.css'
import { followFailure } from './follow-failure.ts'

type FollowRowProps = {
  item: Followable
  /** Switch state; without it the row is read-only. */
  following?: { on: boolean; switches: Switchboard }
  /** Renders the name. */
  named: (name: ReactNode) => ReactNode
}

/** Texts of a list of such rows. */
export const followTexts = {
  more: 'follows.more',
  failed: 'follows.failed_title',
  failedText: 'follows.failed_text',
} as const

/** One topic, author or blog, with a switch that acts at once. */
export function FollowRow({ item, following, named }: FollowRowProps) {
  const { id, name, detail } = item
  const refusal = following?.switches.refusalOf(id)
  const label = named(name)
  return (
    <li className={styles.row}>
      {following ? (
        <Switch
          label={label}
          hint={detail}
          error={refusal && followFailure(refusal)}
          checked={following.on}
          onChange={on => following.switches.turn(id, on)}
        />
      ) : (
        <>
          {label}
          {detail !== null && <p className={styles.detail}>{detail}</p>}
        </>
      )}
    </li>
  )
}
