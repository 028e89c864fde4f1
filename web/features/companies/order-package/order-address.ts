import { routes } from '#contract/routes.ts'
import { packageParameter } from '#web/lib/navigation/page-parameters.ts'

/** What is ordered: a package, as a new subscription or for an existing one. */
export type Ordering = { code: string } | { code: string; act: 'renew' | 'add_seats'; id: number }

/** Address of the page of companies with a query; `predplatne` is the managed subscription. */
export function companyAddress(query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString()
  return `${routes.company_subscription.path}${text && `?${text}`}`
}

/** The same, keeping the subscription of the current address. */
export function companyAddressFrom(search: string, query: Readonly<Record<string, string>> = {}): string {
  const chosen = new URLSearchParams(search).get('predplatne')
  return companyAddress({ ...query, ...(chosen === null ? {} : { predplatne: chosen }) })
}

/** Address of a package's order. @param search of the current address */
export const orderingAddress = (ordering: Ordering, search = ''): string =>
  'act' in ordering
    ? companyAddress({
        [packageParameter]: ordering.code,
        ako: ordering.act,
        predplatne: String(ordering.id),
      })
    : companyAddressFrom(search, { [packageParameter]: ordering.code })

/** Reads the order from an address; undefined when there is none. */
export function orderingOf(search: string): Ordering | undefined {
  const query = new URLSearchParams(search)
  const code = query.get(packageParameter)
  const act = query.get('ako')
  const id = Number(query.get('predplatne'))
  if (code === null) return undefined
  return (act === 'renew' || act === 'add_seats') && id > 0 ? { code, act, id } : { code }
}
