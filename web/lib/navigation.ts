import { useSyncExternalStore } from 'react'

/** What the browser's address is made of. */
export type Address = { pathname: string; search: string; hash: string }

type Navigated = Address & {
  /** How this address was come to: the first one, a link, a change in place, or a step back or forward. */
  by: 'load' | 'push' | 'replace' | 'history'
}

/*
 * The account area has a dozen paths, and a token in two of them alone, so the platform’s history is all the router
 * it needs; a library would be a tenth of all that the reader downloads.
 */
let current: Navigated | undefined
const listeners = new Set<() => void>()

/** Where the browser is now; a new object for each navigation, also for one to the same address. */
export function currentLocation(): Navigated {
  current ??= read('load')
  return current
}

/** Where the browser is, for components. */
export const useLocation = (): Navigated =>
  useSyncExternalStore(onNavigation, currentLocation, currentLocation)

/**
 * Goes to an address of the account area without loading a document.
 *
 * @param address path, query and hash; a query alone (`?q=…`) or a hash alone keeps what is before it
 * @param options.replace whether Back skips the present address
 */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  change(replace ? 'replace' : 'push')
}

/** An address as one text. */
export const addressText = ({ pathname, search, hash }: Address): string => `${pathname}${search}${hash}`

function read(by: Navigated['by']): Navigated {
  const { pathname, search, hash } = location
  return { pathname, search, hash, by }
}

function change(by: Navigated['by']): void {
  current = read(by)
  for (const listener of listeners) listener()
}

// Also told of presses on links to a hash of the same page, which the browser follows by itself.
const onPopState = () => change('history')

/**
 * Tells of every navigation from here on.
 *
 * @returns a function that ends it
 */
export function onNavigation(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', onPopState)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', onPopState)
  }
}
