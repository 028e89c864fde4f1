import { useEffect, useRef, useState } from 'react'
import { addressWith, navigate, useLocation } from './navigation.ts'

/** Debounce in ms: browsers limit changes of the address to about a hundred a minute. */
const quietMs = 250

/**
 * Search query kept in the address: shareable, and restored by a reload, back and forward.
 *
 * @param parameter in which it is kept
 * @param tab hash of the searched tab, which is kept; another hash is dropped
 * @returns the query as typed, and its setter
 */
export function useQueryInAddress(parameter: string, tab = ''): [string, (query: string) => void] {
  const { pathname, search } = useLocation()
  const inAddress = new URLSearchParams(search).get(parameter) ?? ''
  const [query, setQuery] = useState(inAddress)
  const written = useRef(inAddress)

  useEffect(() => {
    // The address changed by a link or Back, not by typing.
    if (inAddress !== written.current) setQuery(inAddress)
    written.current = inAddress
  }, [inAddress])

  useEffect(() => {
    const wanted = query.trim()
    if (wanted === written.current) return undefined
    const timer = setTimeout(() => {
      written.current = wanted
      navigate(addressWith({ [parameter]: wanted || null }, { pathname, search, hash: tab }), {
        replace: true,
      })
    }, quietMs)
    return () => clearTimeout(timer)
  }, [query, parameter, pathname, search, tab])

  return [query, setQuery]
}

/** A search kept in `?q=`: what its field needs, and `clear` for a button that is gone once it is pressed. */
export function useSearch(tab?: string) {
  const [query, onChange] = useQueryInAddress('q', tab)
  const fieldRef = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    fieldRef.current?.focus()
  }
  return { query, field: { query, onChange, fieldRef }, clear }
}
