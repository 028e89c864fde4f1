import { useRef, useState } from 'react'
import type { Access, SharedSubscription } from '#contract/companies/companies.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { EndAccess } from '../deactivate-access/end-access.tsx'
import { accessesCsv } from './access-csv.ts'
import { AccessRow } from './access-row.tsx'
import styles from './access-table.module.css'
import { countStates, filterAccesses, stateFilterOf, stateFilters } from './filter-accesses.ts'
import { useFilterInAddress } from './use-filter-in-address.ts'

type AccessTableProps = {
  subscriptionId: number
  accesses: readonly Access[]
  kind: SharedSubscription['kind']
}

/** Everybody to whom an access was given: a table on a desk, a list on a phone. */
export function AccessTable({ subscriptionId, accesses, kind }: AccessTableProps) {
  const t = useT()
  // Only a company's list can be long: search, filter and download.
  const hasTools = kind === 'company'
  const list = useRef<HTMLDivElement>(null)
  const filter = useFilterInAddress()
  const [ending, setEnding] = useState<Access>()
  const counts = countStates(accesses)
  const shown = hasTools ? filterAccesses(accesses, filter) : accesses
  if (accesses.length === 0) return <p>{t(kind === 'family' ? 'companies.none.family' : 'companies.none')}</p>
  return (
    <div ref={list} tabIndex={-1}>
      {hasTools && (
        <>
          <form role="search" className={styles.tools} onSubmit={event => event.preventDefault()}>
            <Field
              label={t('companies.search')}
              type="search"
              value={filter.query}
              maxLength={100}
              autoComplete="off"
              enterKeyHint="search"
              onChange={event => filter.setQuery(event.target.value)}
            />
            <Select
              label={t('companies.filter')}
              value={filter.state}
              onChange={event => filter.setState(stateFilterOf(event.target.value))}
            >
              {stateFilters.map(state => (
                <option key={state} value={state}>
                  {t(`companies.filter.${state}`, { count: counts[state] })}
                </option>
              ))}
            </Select>
          </form>
          <div className={styles.found}>
            <span role="status">{t('companies.found', { count: shown.length })}</span>
            <Button variant="quiet" onClick={() => download(accesses, `${t('companies.export_name')}.csv`)}>
              {t('companies.export')}
            </Button>
          </div>
        </>
      )}
      {shown.length === 0 ? (
        <p>{t('companies.none_found')}</p>
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
            {shown.map(access => (
              <AccessRow
                key={access.id}
                subscriptionId={subscriptionId}
                kind={kind}
                access={access}
                onEnd={() => setEnding(access)}
                onChanged={() => list.current?.focus()}
              />
            ))}
          </tbody>
        </table>
      )}
      <EndAccess
        subscriptionId={subscriptionId}
        kind={kind}
        access={ending}
        onClose={() => setEnding(undefined)}
        onEnded={() => {
          setEnding(undefined)
          list.current?.focus()
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
