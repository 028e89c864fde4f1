import { logFailure } from './log.ts'
import { readStored } from './storage.ts'

/** Begins with the country that was chosen in this browser, or that a link brings (R10.06); most readers have none. */
export async function startCountry(): Promise<void> {
  if (readStored('storeCountry') === undefined && !new URLSearchParams(location.search).has('country')) return
  try {
    const { carryCountry, takeCountry } = await import('./store-country.ts')
    takeCountry()
    carryCountry()
  } catch (error) {
    // Forms begin with Slovakia, as without it.
    logFailure('country', error)
  }
}
