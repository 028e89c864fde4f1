import type { Address } from '#contract/addresses/addresses.ts'
import { printedZip } from '#contract/addresses/zip.ts'
import { keepAbbreviations } from '#locales/keep-abbreviations.ts'
import { intlLocale, translate } from '#web/lib/texts/i18n.ts'

/** Name of a country in the language in use. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(intlLocale(), { type: 'region' }).of(code) ?? code
}

/** An address as it is written on an envelope, a line each; the country only when it is not Slovakia. */
export function addressLines(address: Address): string[] {
  const { company_name: company, street, number, city, zip, country } = address
  const place = [zip && printedZip(zip, country), city].filter(Boolean).join(' ')
  return [
    keepAbbreviations(company ?? ''),
    `${address.name} ${address.surname}`,
    street === null ? '' : `${street} ${number}`,
    // In a village without streets the number follows its name.
    street === null ? `${place} ${number}` : place,
    country === 'SK' ? '' : countryName(country),
  ].filter(line => line !== '')
}

const numbers = ['company_id', 'company_tax_id', 'company_vat_id'] as const

/** Numbers of the company, each with its name: `IČO 99000407`. */
export const companyNumbers = (address: Address): string[] =>
  numbers
    .filter(name => address[name] !== null)
    .map(name => `${translate(`addresses.${name}`)}\u00a0${address[name]}`)

/** An address in a few words: `Lipová 14, Trnava`. */
export const addressSummary = ({ street, number, city }: Address): string =>
  street === null ? `${city} ${number}` : `${street} ${number}, ${city}`
