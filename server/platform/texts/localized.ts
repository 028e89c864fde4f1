import type { Locale } from '#contract/wire.ts'

const endings = { sk: 'Sk', en: 'En' } as const satisfies Record<Locale, string>
type Ending = (typeof endings)[Locale]

/** A row's text in a language. @param name the columns' common prefix: `name` for `nameSk` and `nameEn` */
export const localized = <Name extends string, Row extends Readonly<Record<`${Name}${Ending}`, unknown>>>(
  row: Row,
  name: Name,
  locale: Locale,
): Row[`${Name}Sk`] | Row[`${Name}En`] => row[`${name}${endings[locale]}`]
