import { routes } from '#contract/routes.ts'

/** What is ordered: a package of the price list, as a new subscription or for one that is there. */
export type Ordering = { code: string } | { code: string; act: 'renew' | 'add_seats'; id: number }

/** Where a package is ordered. */
export function orderingAddress(ordering: Ordering): string {
  const query = new URLSearchParams({ balik: ordering.code })
  if ('act' in ordering) {
    query.set('ako', ordering.act)
    query.set('predplatne', String(ordering.id))
  }
  return `${routes.company_subscription.path}?${query}`
}

/** What an address orders; undefined when it orders nothing. */
export function orderingOf(search: string): Ordering | undefined {
  const query = new URLSearchParams(search)
  const code = query.get('balik')
  const act = query.get('ako')
  const id = Number(query.get('predplatne'))
  if (code === null) return undefined
  return (act === 'renew' || act === 'add_seats') && id > 0 ? { code, act, id } : { code }
}
