import { useEffect, useRef } from 'react'
import type { Access } from '#contract/companies/companies.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { PartsProgress } from '../parts-progress.tsx'
import { RefusedLines } from '../refused-lines.tsx'
import { mayReturn } from '../shared-words.ts'
import styles from './chosen-bar.module.css'
import type { ChangingResult, useChanging } from './use-changing.ts'

const acts = [
  { act: 'send_link', fits: ({ state }: Access) => state === 'waiting' },
  { act: 'deactivate', fits: ({ state }: Access) => state === 'waiting' || state === 'active' },
  { act: 'activate', fits: mayReturn },
] as const

type ChosenBarProps = {
  chosen: readonly Access[]
  /** How many match what is looked for. */
  total: number
  changing: ReturnType<typeof useChanging>
  /** Chooses all that match, shown or not. */
  onAll: () => Promise<unknown>
  onNone: () => void
}

/** What can be done with the chosen accesses, each act with the number of those that it fits. */
export function ChosenBar({ chosen, total, changing, onAll, onNone }: ChosenBarProps) {
  const t = useT()
  const choosing = useSubmission([], onAll)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => (bar.current ? keepFocusClear(bar.current) : undefined), [])
  return (
    <div ref={bar} className={styles.bar}>
      <div>
        <span role="status" className={styles.count}>
          {t('companies.chosen', { count: formatNumber(chosen.length) })}
        </span>
        {chosen.length < total && (
          <Button variant="quiet" busy={choosing.busy} onClick={choosing.onSubmit}>
            {t('companies.choose_all', { count: formatNumber(total) })}
          </Button>
        )}
        <Button variant="quiet" onClick={onNone}>
          {t('companies.choose_none')}
        </Button>
        {acts.map(({ act, fits }) => {
          const of = chosen.filter(fits)
          const count = of.length
          if (count === 0) return null
          const label = t(`companies.change.${act}`, { count: formatNumber(count) })
          return (
            <ConfirmedAct
              key={act}
              // What it would do may change while all are being chosen.
              opener={{ children: label, busy: choosing.busy }}
              title={t(`companies.change_title.${act}`)}
              confirm={label}
              keep={t('companies.keep')}
              act={() => changing.change(act, of)}
            >
              <p>{t(`companies.change_text.${act}`, { count })}</p>
              {changing.progress && <PartsProgress progress={changing.progress} />}
            </ConfirmedAct>
          )
        })}
        <Problems texts={choosing.problems} />
      </div>
    </div>
  )
}

/**
 * Tells the page how much the bar covers, in as many lines as it takes, and scrolls from under it what has the
 * focus: the box by whose press it came (WCAG 2.4.11).
 *
 * @returns its end
 */
function keepFocusClear(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  const watch = new ResizeObserver(() => {
    style.setProperty('--covered-by-bar', `calc(${bar.offsetHeight}px + var(--space-4))`)
    if (!bar.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
  watch.observe(bar)
  return () => {
    watch.disconnect()
    style.removeProperty('--covered-by-bar')
  }
}

/** What became of each of the accesses that were to be changed. It stands above a long list: scrolled to. */
export function ChangedNotice({ result: { act, changed, refused, left } }: { result: ChangingResult }) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const isGood = refused.length === 0 && left === 0
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className={styles.result}>
      <Notice tone={isGood ? 'good' : 'warn'} title={t(`companies.changed.${act}`, { count: changed })}>
        {left > 0 && <p>{t('companies.changed_left', { count: left })}</p>}
        {refused.length > 0 && (
          <>
            <p>{t('companies.changed_refused', { count: refused.length })}</p>
            <RefusedLines label={t('companies.people')} lines={refused} />
          </>
        )}
      </Notice>
    </div>
  )
}
