import { useEffect, useRef, useState } from 'react'
import { addressText, navigate, useLocation } from './navigation.ts'

const parameter = 'q'

/** Browsers refuse to change the address more often than some hundred times a minute. */
const quietMs = 250

/**
 * What is searched for, kept in `?q=`: the address can be sent, and a reload, back and forward bring a search back.
 *
 * @param tab hash of the tab that is searched, which stays; any other goes with the search that it was opened in
 * @returns the query as it is typed, and the function that changes it
 */
function useQueryInAddress(tab = ''): [string, (query: string) => void] {
  const { pathname, search } = useLocation()
  const inAddress = new URLSearchParams(search).get(parameter) ?? ''
  const [query, setQuery] = useState(inAddress)
  const written = useRef(inAddress)

  useEffect(() => {
    // The address changed by other means than typing: a link, or a step back.
    if (inAddress !== written.current) setQuery(inAddress)
    written.current = inAddress
  }, [inAddress])

  useEffect(() => {
    const wanted = query.trim()
    if (wanted === written.current) return undefined
    const timer = setTimeout(() => {
      written.current = wanted
      navigate(addressText({ pathname, search: withQuery(search, wanted), hash: tab }), { replace: true })
    }, quietMs)
    return () => clearTimeout(timer)
  }, [query, pathname, search, tab])

  return [query, setQuery]
}

/** A search kept in the address: what its field needs, and `clear` for a button that is gone once it is pressed. */
export function useSearch(tab?: string) {
  const [query, onChange] = useQueryInAddress(tab)
  const fieldRef = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    fieldRef.current?.focus()
  }
  return { query, field: { query, onChange, fieldRef }, clear }
}

/** A search as it is in an address; the other parameters stay. An empty query is none. */
export function withQuery(search: string, query: string): string {
  const params = new URLSearchParams(search)
  params.delete(parameter)
  if (query !== '') params.set(parameter, query)
  return params.size > 0 ? `?${params}` : ''
}
