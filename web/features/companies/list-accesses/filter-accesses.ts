import { accessSorts, accessStates } from '#contract/companies/companies.ts'

export const stateFilters = ['all', ...accessStates] as const
export type StateFilter = (typeof stateFilters)[number]
export type AccessSort = (typeof accessSorts)[number]

/** The filter in an address; all for an unknown one. */
export const stateFilterOf = (name: string | null): StateFilter =>
  stateFilters.find(each => each === name) ?? 'all'

/** The order in an address; by e-mail for an unknown one. */
export const sortOf = (name: string | null): AccessSort => accessSorts.find(each => each === name) ?? 'email'
