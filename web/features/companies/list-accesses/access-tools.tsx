import { accessSorts } from '#contract/companies/companies.ts'
import { formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import styles from './access-table.module.css'
import { type StateFilter, sortOf, stateFilterOf, stateFilters } from './filter-accesses.ts'
import type { AccessList } from './use-access-list.ts'

type AccessToolsProps = { list: AccessList; counts: Record<StateFilter, number> }

/** Search, state and order of a company's list. */
export function AccessTools({ list, counts }: AccessToolsProps) {
  const t = useT()
  // Few companies ever have accesses that are ending.
  const isOffered = (state: StateFilter) => state !== 'ending' || counts.ending > 0 || list.state === 'ending'
  return (
    <form role="search" className={styles.tools} onSubmit={event => event.preventDefault()}>
      <Field
        label={t('companies.search')}
        type="search"
        value={list.typed}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={event => list.setTyped(event.target.value)}
      />
      <Select
        label={t('companies.filter')}
        value={list.state}
        onChange={event => list.setState(stateFilterOf(event.target.value))}
      >
        {stateFilters.filter(isOffered).map(state => (
          <option key={state} value={state}>
            {t(`companies.filter.${state}`, { count: formatNumber(counts[state]) })}
          </option>
        ))}
      </Select>
      <Select
        label={t('companies.sort')}
        value={list.sort}
        onChange={event => list.setSort(sortOf(event.target.value))}
      >
        {accessSorts.map(sort => (
          <option key={sort} value={sort}>
            {t(`companies.sort.${sort}`)}
          </option>
        ))}
      </Select>
    </form>
  )
}
