import { useEffect, useRef, useState } from 'react'
import { navigate, useLocation } from '#web/lib/navigation.ts'

/** Browsers refuse to change the address more often than some hundred times a minute. */
const quietMs = 250

/**
 * What is searched for, kept in `?q=`: the address can be sent, and back and forward bring a search back.
 *
 * @returns the query as it is typed, and the function that changes it
 */
export function useQueryInAddress(): [string, (query: string) => void] {
  const { pathname, search } = useLocation()
  const inAddress = new URLSearchParams(search).get('q') ?? ''
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
      navigate(wanted === '' ? pathname : `?${new URLSearchParams({ q: wanted })}`, { replace: true })
    }, quietMs)
    return () => clearTimeout(timer)
  }, [query, pathname])

  return [query, setQuery]
}
