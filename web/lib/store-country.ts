import { isCountry } from '#contract/addresses/countries.ts'
import { runtimeConfig } from './runtime-config.ts'
import { readStored, writeStored } from './storage.ts'

const parameter = 'country'

/**
 * Remembers the country that a link from another origin of ours brings along (R10.06). Anything but a known country is
 * ignored.
 */
export function takeCountry(): void {
  const brought = new URLSearchParams(location.search).get(parameter)
  if (brought !== null && isCountry(brought)) writeStored('storeCountry', brought)
}

/** Remembers what was chosen, for the next form and for our other origins. */
export function chooseCountry(country: string): void {
  writeStored('storeCountry', country)
  carryCountry()
}

/** Lets links to our other origins bring the country along: what this browser remembers here is not there for them. */
export function carryCountry(): void {
  // The same function is added once.
  for (const press of ['click', 'auxclick']) document.addEventListener(press, onPress, { capture: true })
}

function onPress({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.href) link.href = withCountry(link.href)
}

/** An address with the country that was chosen, where it is one of our other origins. */
function withCountry(href: string): string {
  const country = readStored('storeCountry')
  const address = URL.parse(href)
  if (country === undefined || !address || address.origin === location.origin) return href
  const { account, central_login: login, store } = runtimeConfig().hosts
  if (![account, login, store].some(host => new URL(host).origin === address.origin)) return href
  address.searchParams.set(parameter, country)
  return address.href
}
