import { isCountry } from '#contract/addresses/countries.ts'
import { readStored, writeStored } from '../browser/storage.ts'
import { runtimeConfig } from '../runtime-config.ts'

const parameter = 'country'

/** Stores the country given by a link from another origin of ours (R10.06). Unknown ones are ignored. */
export function takeCountry(): void {
  const brought = new URLSearchParams(location.search).get(parameter)
  if (brought !== null && isCountry(brought)) writeStored('storeCountry', brought)
}

/** Stores the chosen country, for the next form and for our other origins. */
export function chooseCountry(country: string): void {
  writeStored('storeCountry', country)
  carryCountry()
}

/** Adds the country to links to our other origins, which can't read this origin's storage. */
export function carryCountry(): void {
  // Idempotent: the same listener is added once.
  for (const press of ['click', 'auxclick']) document.addEventListener(press, onPress, { capture: true })
}

function onPress({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.href) link.href = withCountry(link.href)
}

/** Adds the country to an address at another origin of ours. */
function withCountry(href: string): string {
  const country = readStored('storeCountry')
  const address = URL.parse(href)
  if (country === undefined || !address || address.origin === location.origin) return href
  const { account, central_login: login, store } = runtimeConfig().hosts
  if (![account, login, store].some(host => new URL(host).origin === address.origin)) return href
  address.searchParams.set(parameter, country)
  return address.href
}
