import type { Ref } from 'react'
import type { Followable } from '#contract/follows/follows.ts'
import { useT } from '#web/lib/i18n.ts'
import type { Switchboard } from '#web/lib/switchboard.ts'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/row-list.tsx'
import styles from '../follows.module.css'
import { followFailure } from './follow-failure.ts'

type FollowRowProps = {
  item: Followable
  /** How to follow it; without, it is only shown. */
  following?: { on: boolean; switches: Switchboard }
  /** Gets the focus when it is the first of the rows that were added. */
  nameRef?: Ref<HTMLSpanElement> | undefined
}

/** One topic, author or blog, with the one thing that can be done with it. */
export function FollowRow({ item, following, nameRef }: FollowRowProps) {
  const t = useT()
  const { id, name, detail } = item
  const refusal = following?.switches.refusalOf(id)
  return (
    <Row
      detail={
        <>
          {detail}
          {refusal && <p className={styles.error}>{followFailure(refusal)}</p>}
        </>
      }
      action={
        following && (
          <Button
            variant={following.on ? 'quiet' : 'secondary'}
            aria-label={t(following.on ? 'follows.unfollow_it' : 'follows.follow_it', { name })}
            onClick={() => following.switches.turn(id, !following.on)}
          >
            {t(following.on ? 'follows.unfollow' : 'follows.follow')}
          </Button>
        )
      }
    >
      <span ref={nameRef} tabIndex={nameRef ? -1 : undefined} className={styles.name}>
        {name}
      </span>
    </Row>
  )
}
