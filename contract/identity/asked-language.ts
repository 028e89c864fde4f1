import { Locale } from '../wire.ts'

/**
 * The language that an address of the login asks for: that of the return address, so that the next page has it too, else
 * its own (R2.28).
 *
 * @param search query of the address
 * @param origin that a relative return address belongs to
 */
export function askedLanguage(search: string, origin: string): Locale | undefined {
  const query = new URLSearchParams(search)
  const back = query.get('url') ?? ''
  const behind = URL.canParse(back, origin) ? new URL(back, origin).searchParams : undefined
  for (const parameters of [behind, query]) {
    const asked = Locale.safeParse(parameters?.get('lang'))
    if (asked.success) return asked.data
  }
  return undefined
}
