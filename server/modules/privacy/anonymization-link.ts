import type { Deps } from '#server/platform/deps.ts'

/** The section of the settings where a deletion is requested and withdrawn. */
export const anonymizationLink = ({ settings }: Pick<Deps, 'settings'>): string =>
  `${settings.origins.account}/nastavenia#account-deletion`
