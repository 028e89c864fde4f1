import { useRef, useState } from 'react'
import type { Access, SharedSubscription } from '#contract/companies/companies.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { useFocusOnGrowth } from '#web/lib/use-focus-on-growth.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice.tsx'
import { ErrorBlock, Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChangedNotice, ChosenBar } from '../change-accesses/chosen-bar.tsx'
import { useChanging } from '../change-accesses/use-changing.ts'
import { EndAccess } from '../deactivate-access/end-access.tsx'
import { readAllAccesses } from '../use-shared.ts'
import { accessesCsv } from './access-csv.ts'
import { AccessRow } from './access-row.tsx'
import styles from './access-table.module.css'
import { AccessTools } from './access-tools.tsx'
import type { AccessList } from './use-access-list.ts'

type AccessTableProps = {
  subscriptionId: number
  list: AccessList
  kind: SharedSubscription['kind']
}

/** Everybody to whom an access was given: a table on a desk, a list on a phone, 25 at a time (R13.12). */
export function AccessTable({ subscriptionId, list, kind }: AccessTableProps) {
  const t = useT()
  // Only a company's list can be long: search, order, choice and download.
  const hasTools = kind === 'company'
  const place = useRef<HTMLDivElement>(null)
  const { pages, params, filter } = list
  // What another search has found stands until the answer comes.
  const isFormer = pages.isPlaceholderData
  const [ending, setEnding] = useState<Access>()
  // Who was chosen in another search is chosen no more.
  const sought = JSON.stringify(filter)
  const [choice, setChoice] = useState<{ sought: string; accesses: readonly Access[] }>()
  const shown = pages.data?.pages.flatMap(page => page.items) ?? []
  // As they are by now: one that was changed in its row fits other acts.
  const current = new Map(shown.map(access => [access.id, access]))
  const chosen = (choice?.sought === sought ? choice.accesses : []).map(each => current.get(each.id) ?? each)
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const choose = (accesses: readonly Access[]) => setChoice({ sought, accesses })
  const changing = useChanging(params, left => {
    choose(left)
    // The bar with the pressed button is gone.
    if (left.length === 0) place.current?.focus()
  })
  const exporting = useSubmission([], async () =>
    download((await readAllAccesses(params)).items, `${t('companies.export_name')}.csv`),
  )
  const firstOfNewPage = useFocusOnGrowth<HTMLTableCellElement>(pages.data?.pages.length ?? 0)

  const [first] = pages.data?.pages ?? []
  if (!first) return null
  const { waiting, active, ending: endingSoon, deactivated } = first.counts
  const all = waiting + active + endingSoon + deactivated
  if (all === 0) return <p>{t(kind === 'family' ? 'companies.none.family' : 'companies.none')}</p>
  const lastPageAt = shown.length - (pages.data?.pages.at(-1)?.items.length ?? 0)
  return (
    <div ref={place} tabIndex={-1}>
      {endingSoon > 0 && (
        <div className={styles.told}>
          <Notice tone="info" live={false}>
            <p>{t('companies.ending', { count: endingSoon })}</p>
          </Notice>
        </div>
      )}
      {changing.result && <ChangedNotice result={changing.result} />}
      {hasTools && (
        <>
          <AccessTools list={list} counts={{ all, ...first.counts }} />
          <div className={styles.found}>
            <span role="status">{!isFormer && t('companies.found', { count: first.total })}</span>
            <Button variant="quiet" busy={exporting.busy} onClick={exporting.onSubmit}>
              {t('companies.export')}
            </Button>
          </div>
          <Problems texts={exporting.problems} />
          {shown.length > 1 && (
            <Checkbox
              label={t('companies.choose_shown', { count: shown.length })}
              checked={shown.every(({ id }) => chosenIds.has(id))}
              onChange={event => choose(event.target.checked ? shown : [])}
            />
          )}
        </>
      )}
      {shown.length === 0 ? (
        isFormer ? (
          <Skeleton shape="rows" label={t('common.loading')} />
        ) : (
          <p>{t('companies.none_found')}</p>
        )
      ) : (
        <table role="table" className={styles.table}>
          <thead role="rowgroup">
            <tr role="row">
              {(['email', 'state', 'acts'] as const).map(column => (
                <th key={column} role="columnheader" scope="col">
                  {t(`companies.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((access, index) => (
              <AccessRow
                key={access.id}
                subscriptionId={subscriptionId}
                kind={kind}
                access={access}
                isChosen={chosenIds.has(access.id)}
                onChoose={
                  hasTools
                    ? isChosen => {
                        const others = chosen.filter(({ id }) => id !== access.id)
                        choose(isChosen ? [...others, access] : others)
                      }
                    : undefined
                }
                nameRef={index > 0 && index === lastPageAt ? firstOfNewPage : undefined}
                onEnd={() => setEnding(access)}
                onChanged={() => leadFocus(place.current)}
              />
            ))}
          </tbody>
        </table>
      )}
      {pages.isError ? (
        <ErrorBlock
          title={t('common.block_failed_title')}
          retryLabel={t('common.retry')}
          busy={pages.isFetching}
          onRetry={() => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())}
        />
      ) : (
        pages.hasNextPage && (
          <Button variant="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('companies.show_more', { count: Math.min(25, first.total - shown.length) })}
          </Button>
        )
      )}
      {chosen.length > 0 && (
        <ChosenBar
          chosen={chosen}
          total={first.total}
          changing={changing}
          onAll={async () => {
            const { items } = await readAllAccesses(params, filter)
            // A choice made while they were read is the newer one.
            setChoice(now => (now === choice ? { sought, accesses: items } : now))
          }}
          onNone={() => {
            choose([])
            place.current?.focus()
          }}
        />
      )}
      <EndAccess
        subscriptionId={subscriptionId}
        kind={kind}
        access={ending}
        onClose={() => setEnding(undefined)}
        onEnded={() => {
          setEnding(undefined)
          place.current?.focus()
        }}
      />
    </div>
  )
}

function download(accesses: readonly Access[], name: string): void {
  const url = URL.createObjectURL(new Blob([accessesCsv(accesses)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
