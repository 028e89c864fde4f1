import { readStored } from '../browser/storage.ts'
import { logFailure } from '../log.ts'

/** Loads the country stored in this browser or given by a link (R10.06); most readers have none. */
export async function startCountry(): Promise<void> {
  if (readStored('storeCountry') === undefined && !new URLSearchParams(location.search).has('country')) return
  try {
    const { carryCountry, takeCountry } = await import('./store-country.ts')
    takeCountry()
    carryCountry()
  } catch (error) {
    // Forms default to Slovakia.
    logFailure('country', error)
  }
}
