import { useEffect, useState } from 'react'
import { currentLocation, navigate, useLocation } from '#web/lib/navigation.ts'
import { type StateFilter, stateFilterOf } from './filter-accesses.ts'

/** Debounce in ms: browsers limit changes of the address to about a hundred a minute. */
const quietMs = 250

/** Filters of the list, kept in `?stav=` and `?hladat=`. */
export function useFilterInAddress() {
  const { search } = useLocation()
  const inAddress = new URLSearchParams(search)
  const [query, setQuery] = useState(inAddress.get('hladat') ?? '')
  useEffect(() => {
    const timer = setTimeout(() => write('hladat', query.trim()), quietMs)
    return () => clearTimeout(timer)
  }, [query])
  return {
    state: stateFilterOf(inAddress.get('stav')),
    setState: (state: StateFilter) => write('stav', state === 'all' ? '' : state),
    query,
    setQuery,
  }
}

function write(name: string, value: string): void {
  const { pathname, search, hash } = currentLocation()
  const query = new URLSearchParams(search)
  if ((query.get(name) ?? '') === value) return
  if (value === '') query.delete(name)
  else query.set(name, value)
  const text = query.toString()
  navigate(`${pathname}${text && `?${text}`}${hash}`, { replace: true })
}
