import type { ReactNode } from 'react'
import { errorText } from '#web/lib/call/error-text.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Email } from '#web/ui/email.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { PartsProgress } from '../parts-progress.tsx'
import { RefusedLines } from '../refused-lines.tsx'
import styles from './add-many.module.css'
import type { useAdding } from './use-adding.ts'

/** Most names of one kind that are shown; more would be read by nobody. */
const mostNames = 100

type PlannedListProps = Pick<ReturnType<typeof useAdding>, 'confirm' | 'progress' | 'back'> &
  NonNullable<ReturnType<typeof useAdding>['plan']>

/** What a list would do, before it is done: who is added, who loses the access, how many stay, what is wrong. */
export function PlannedList({ plan, isAnew, confirm, progress, back }: PlannedListProps) {
  const t = useT()
  const doing = useSubmission([], () => confirm(plan))
  const { added, removed, stays, wrong, free } = plan
  const isEmpty = added.length + removed.length === 0
  return (
    <div className={styles.many}>
      <Heading key={String(isAnew)} level={3} look="section" arrives>
        {t(isEmpty ? 'companies.plan_nothing' : 'companies.plan_title')}
      </Heading>
      {isAnew && <Notice tone="warn">{t('companies.plan_anew')}</Notice>}
      <div>
        <Names count={added.length} summary={t('companies.plan_added', { count: added.length })}>
          {added.slice(0, mostNames).map(({ line, email }) => (
            <li key={line}>
              <Email email={email} />
            </li>
          ))}
        </Names>
        <Names count={removed.length} summary={t('companies.plan_removed', { count: removed.length })}>
          {removed.slice(0, mostNames).map(({ id, email }) => (
            <li key={id}>
              <Email email={email} />
            </li>
          ))}
        </Names>
        <p>{t('companies.plan_stays', { count: formatNumber(stays), free: formatNumber(free) })}</p>
      </div>
      {wrong.length > 0 && (
        <div>
          <p>{t('companies.many_failed', { count: wrong.length })}</p>
          <RefusedLines
            label={t('companies.many_text')}
            lines={wrong.map(({ line, email, why }, key) => ({
              key,
              line: t('companies.many_line', { line }),
              name: email,
              why: why === 'twice' ? t('companies.many_twice') : errorText(why),
            }))}
          />
        </div>
      )}
      <Problems texts={doing.problems} />
      {progress && <PartsProgress progress={progress} />}
      <Actions>
        {!isEmpty && (
          <Button variant="primary" busy={doing.busy} onClick={doing.onSubmit}>
            {t('companies.plan_do')}
          </Button>
        )}
        {!doing.busy && <Button onClick={back}>{t('companies.plan_back')}</Button>}
      </Actions>
    </div>
  )
}

function Names({ count, summary, children }: { count: number; summary: string; children: ReactNode }) {
  const t = useT()
  if (count === 0) return null
  return (
    <Disclosure summary={summary}>
      <ul role="list" className={styles.names}>
        {children}
      </ul>
      {count > mostNames && <p>{t('companies.plan_more', { count: count - mostNames })}</p>}
    </Disclosure>
  )
}
