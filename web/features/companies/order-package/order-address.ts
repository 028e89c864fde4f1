import { routes } from '#contract/routes.ts'

/** What is ordered: a package of the price list, as a new subscription or for one that is there. */
export type Ordering = { code: string } | { code: string; act: 'renew' | 'add_seats'; id: number }

/** The page of companies, with what its address says beside; `predplatne` is the subscription that is managed. */
export function companyAddress(query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString()
  return `${routes.company_subscription.path}${text && `?${text}`}`
}

/** The same, and the subscription that an address names is still the one. */
export function companyAddressFrom(search: string, query: Readonly<Record<string, string>> = {}): string {
  const chosen = new URLSearchParams(search).get('predplatne')
  return companyAddress({ ...query, ...(chosen === null ? {} : { predplatne: chosen }) })
}

/**
 * Where a package is ordered.
 *
 * @param search of the address from which it is
 */
export const orderingAddress = (ordering: Ordering, search = ''): string =>
  'act' in ordering
    ? companyAddress({ balik: ordering.code, ako: ordering.act, predplatne: String(ordering.id) })
    : companyAddressFrom(search, { balik: ordering.code })

/** What an address orders; undefined when it orders nothing. */
export function orderingOf(search: string): Ordering | undefined {
  const query = new URLSearchParams(search)
  const code = query.get('balik')
  const act = query.get('ako')
  const id = Number(query.get('predplatne'))
  if (code === null) return undefined
  return (act === 'renew' || act === 'add_seats') && id > 0 ? { code, act, id } : { code }
}
