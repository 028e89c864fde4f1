import { useEffect, useState } from 'react'
import { setParameters, useLocation } from '#web/lib/navigation.ts'
import { type StateFilter, stateFilterOf } from './filter-accesses.ts'

/** Debounce in ms: browsers limit changes of the address to about a hundred a minute. */
const quietMs = 250

/** Filters of the list, kept in `?stav=` and `?hladat=`. */
export function useFilterInAddress() {
  const { search } = useLocation()
  const inAddress = new URLSearchParams(search)
  const [query, setQuery] = useState(inAddress.get('hladat') ?? '')
  useEffect(() => {
    const timer = setTimeout(() => setParameters({ hladat: query.trim() || null }), quietMs)
    return () => clearTimeout(timer)
  }, [query])
  return {
    state: stateFilterOf(inAddress.get('stav')),
    setState: (state: StateFilter) => setParameters({ stav: state === 'all' ? null : state }),
    query,
    setQuery,
  }
}
