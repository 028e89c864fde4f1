import type { Deps } from '#server/platform/deps.ts'

/** The section of the settings where a deletion is asked for and taken back. */
export const anonymizationLink = ({ settings }: Pick<Deps, 'settings'>): string =>
  `${settings.origins.account}/nastavenia#account-deletion`
