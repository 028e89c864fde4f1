import type { Access } from '#contract/companies/companies.ts'

export const stateFilters = ['all', 'waiting', 'active', 'deactivated'] as const
export type StateFilter = (typeof stateFilters)[number]

/** The filter in an address; all for an unknown one. */
export const stateFilterOf = (name: string | null): StateFilter =>
  stateFilters.find(each => each === name) ?? 'all'

/** Filters accesses by state and by a part of their address or of the reader's. */
export function filterAccesses(
  accesses: readonly Access[],
  { state, query }: { state: StateFilter; query: string },
): Access[] {
  const wanted = query.trim().toLowerCase()
  return accesses.filter(
    ({ state: present, email, reader_email: reader }) =>
      (state === 'all' || present === state) && (email.includes(wanted) || Boolean(reader?.includes(wanted))),
  )
}

/** How many accesses there are in each state. */
export function countStates(accesses: readonly Access[]): Record<StateFilter, number> {
  const counts = { all: accesses.length, waiting: 0, active: 0, deactivated: 0 }
  for (const { state } of accesses) counts[state]++
  return counts
}
