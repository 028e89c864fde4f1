import { type ComponentProps, useMemo } from 'react'
import { countries, firstCountries } from '#contract/addresses/countries.ts'
import { chooseCountry } from '#web/lib/locale/store-country.ts'
import { intlLocale, useT } from '#web/lib/texts/i18n.ts'
import { Select } from '#web/ui/select.tsx'
import { countryName } from './address-text.ts'

/**
 * All countries in the reader's language, Slovakia and Czechia first (R3.08); the choice is remembered for the
 * next form.
 */
export function CountryField({
  onChange,
  ...select
}: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  const t = useT()
  const locale = intlLocale()
  const others = useMemo(
    () =>
      countries
        .slice(firstCountries.length)
        .map(code => ({ code, name: countryName(code) }))
        .sort((a, b) => a.name.localeCompare(b.name, locale)),
    [locale],
  )
  return (
    <Select
      {...select}
      onChange={event => {
        chooseCountry(event.target.value)
        onChange?.(event)
      }}
      label={t('addresses.country')}
    >
      {firstCountries.map(code => (
        <option key={code} value={code}>
          {countryName(code)}
        </option>
      ))}
      <optgroup label={t('addresses.other_countries')}>
        {others.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </optgroup>
    </Select>
  )
}
