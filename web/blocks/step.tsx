import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './step.module.css'

type StepProps = {
  title: string
  /** The first sentences below the title. */
  lead?: ReactNode
  /** What gets the focus when the step follows another one: its title, or the first field of its form. */
  focus: 'title' | 'field'
  /** Whether the first field gets the focus also when the page opens with this step. */
  focusAtOnce?: boolean
  children: ReactNode
}

/** Whether a step has been shown since the page was opened: the first one leaves the focus where it is. */
let opened = false

/** One question of the login: its title, a sentence, a form. */
export function Step({ title, lead, focus, focusAtOnce = false, children }: StepProps) {
  const t = useT()
  const step = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const follows = opened
    opened = true
    if (follows) window.scrollTo(0, 0)
    if (!follows && !focusAtOnce) return
    const target = focus === 'field' ? 'input:not([tabindex="-1"])' : 'h1'
    step.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true })
    // With the focus in a field, the title would not be read.
    if (follows && focus === 'field') announce(title)
    // Only the step's appearance moves the focus, nothing that changes in it later.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return (
    <div ref={step} className={styles.step}>
      <title>{`${title} - ${t('site.name')}`}</title>
      <Heading level={1} look="answer" tabIndex={-1}>
        {title}
      </Heading>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** The quieter ways on, below a step's form. */
export function Ways({ children }: { children: ReactNode }) {
  return <div className={styles.ways}>{children}</div>
}
