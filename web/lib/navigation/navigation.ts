import { useSyncExternalStore } from 'react'

/** Parts of the browser's address. */
export type Address = { pathname: string; search: string; hash: string }

type Navigated = Address & {
  /** Kind of navigation: first load, link, replacement, or back/forward. */
  by: 'load' | 'push' | 'replace' | 'history'
}

/* The account area has a dozen paths, two of them with a token, so the History API is router enough; a
   library would be a tenth of the download. */
let current: Navigated | undefined
/** What the document was rendered for: as much of the address as decides what is shown first. */
let rendered: Navigated | undefined
const listeners = new Set<() => void>()

/** Where the browser is now; a new object for each navigation, also for one to the same address. */
export function currentLocation(): Navigated {
  current ??= read('load')
  return current
}

/** Hook: the current address; of a document that is being taken over, the one that it was rendered for. */
export const useLocation = (): Navigated =>
  useSyncExternalStore(onNavigation, currentLocation, () => rendered ?? currentLocation())

/** Says what the document is, or was, rendered for. */
export function renderFor(pathname: string, search: string): void {
  rendered = { pathname, search, hash: '', by: 'load' }
}

/**
 * Client-side navigation to an address of the account area.
 *
 * @param address path, query and hash; a query alone (`?q=…`) or a hash alone keeps what is before it
 * @param options.replace replaces the history entry
 */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  change(replace ? 'replace' : 'push')
}

/**
 * Leaves for a page that is not ours, e.g. a gateway's.
 *
 * @returns never settles: the button that leads there stays busy until the page is left, however slow the line is
 */
export function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}

/** An address as one text. */
export const addressText = ({ pathname, search, hash }: Address): string => `${pathname}${search}${hash}`

/** A query as it stands in an address: `?q=…`, or nothing. */
export function searchText(query: URLSearchParams): string {
  const text = query.toString()
  return text && `?${text}`
}

/** Query parameters to set; null removes one. */
type Changes = Readonly<Record<string, string | null>>

/** An address with other query parameters; the current one, unless another is given. */
export function addressWith(parameters: Changes, { pathname, search, hash }: Address = location): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return addressText({ pathname, search: searchText(query), hash })
}

/** Changes query parameters of the current address in its place in the history. */
export function setParameters(parameters: Changes): void {
  const query = new URLSearchParams(location.search)
  const changes = Object.entries(parameters).some(([name, value]) => query.get(name) !== value)
  if (changes) navigate(addressWith(parameters), { replace: true })
}

function read(by: Navigated['by']): Navigated {
  const { pathname, search, hash } = location
  return { pathname, search, hash, by }
}

function change(by: Navigated['by']): void {
  current = read(by)
  for (const listener of listeners) listener()
}

// Also fired for links to a hash of the same page.
const onPopState = () => change('history')

/** Subscribes to navigations. @returns a function that stops it */
export function onNavigation(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', onPopState)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', onPopState)
  }
}

/**
 * Marks the page of a press, for what leads on once a slow answer has come.
 *
 * @returns whether it is still open; a reader who has opened another one meanwhile stays there, with what was typed
 */
export function markPage(): () => boolean {
  const { pathname } = currentLocation()
  return () => currentLocation().pathname === pathname
}
