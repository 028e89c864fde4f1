import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './step.module.css'

type StepProps = {
  title: string
  /** The first sentences below the title. */
  lead?: ReactNode
  /** Focus target when the step follows another one: its title, or the first field. */
  focus: 'title' | 'field'
  /** Whether the first field is focused also on load. */
  focusAtOnce?: boolean
  children: ReactNode
}

/** Whether a step has been shown since load: the first one does not move the focus. */
let opened = false

/** One question of the login: its title, a sentence, a form. */
export function Step({ title, lead, focus, focusAtOnce = false, children }: StepProps) {
  const t = useT()
  const step = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const follows = opened
    opened = true
    if (follows) window.scrollTo(0, 0)
    // What a reader has begun before the scripts came is not taken from them.
    if (!follows && (!focusAtOnce || document.activeElement !== document.body)) return
    const target = focus === 'field' ? 'input:not([tabindex="-1"])' : 'h1'
    step.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true })
    // Announced, since focus in a field skips the title.
    if (follows && focus === 'field') announce(title)
    // On mount only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return (
    <div ref={step} className={styles.step}>
      <title>{`${title.replace(/\.$/, '')} - ${t('site.name')}`}</title>
      <Heading level={1} look="answer" tabIndex={-1}>
        {title}
      </Heading>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** Secondary links, below a step's form. */
export function Ways({ children }: { children: ReactNode }) {
  return <div className={styles.ways}>{children}</div>
}
