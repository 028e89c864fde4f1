import type { Ref } from 'react'
import type { Followable } from '#contract/follows/follows.ts'
import type { Switchboard } from '#web/lib/switchboard.ts'
import { Switch } from '#web/ui/choice.tsx'
import styles from '../follows.module.css'
import { followFailure } from './follow-failure.ts'

type FollowRowProps = {
  item: Followable
  /** Switch state; without it the row is read-only. */
  following?: { on: boolean; switches: Switchboard }
  /** Focused when it is the first of the newly loaded rows. */
  nameRef?: Ref<HTMLSpanElement> | undefined
}

/** One topic, author or blog, with a switch that acts at once. */
export function FollowRow({ item, following, nameRef }: FollowRowProps) {
  const { id, name, detail } = item
  const refusal = following?.switches.refusalOf(id)
  const label = (
    <span ref={nameRef} tabIndex={nameRef ? -1 : undefined}>
      {name}
    </span>
  )
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
