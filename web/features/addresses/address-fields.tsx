import { AddressInput } from '#contract/addresses/addresses.ts'
import { suspiciousNumbers } from '#contract/addresses/company-numbers.ts'
import {
  type AddressControls,
  type AddressName,
  type AddressValues,
  companyNames,
  sentAddress,
} from '#web/lib/forms/address-values.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Checkbox } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './address-form.module.css'
import { CompanyFields } from './company-fields.tsx'
import { CountryField } from './country-field.tsx'

type AddressFieldsProps = AddressControls & {
  /** Always a company's address, so the choice is hidden. */
  ofCompany?: boolean
}

/** The fields of an address; company numbers only for a company (R3.08). */
export function AddressFields({ field, values, setValue, ofCompany = false }: AddressFieldsProps) {
  const t = useT()
  const isCompany = values.is_company === 'yes'
  const toggleCompany = (ticked: boolean) => {
    setValue('is_company', ticked ? 'yes' : '')
    if (!ticked) for (const name of companyNames) setValue(name, '')
  }
  const text = (name: AddressName, autoComplete: string) => ({ ...field(name), autoComplete })
  const numbers = <CompanyFields field={text} suspicious={suspicious(values)} />
  return (
    <>
      {ofCompany && numbers}
      <div className={styles.halves}>
        <Field {...text('name', 'given-name')} label={t('addresses.name')} required />
        <Field {...text('surname', 'family-name')} label={t('addresses.surname')} required />
      </div>
      <Field
        {...text('street', 'address-line1')}
        label={t('addresses.street')}
        hint={t('addresses.street_hint')}
      />
      <div className={styles.halves}>
        <Field {...text('number', 'off')} label={t('addresses.number')} required />
        <Field
          {...text('zip', 'postal-code')}
          label={t('addresses.zip')}
          inputMode={values.country === 'SK' || values.country === 'CZ' ? 'numeric' : 'text'}
        />
      </div>
      <Field {...text('city', 'address-level2')} label={t('addresses.city')} required />
      <CountryField {...text('country', 'country')} />
      {!ofCompany && (
        <Checkbox
          label={t('addresses.is_company')}
          checked={isCompany}
          onChange={event => toggleCompany(event.target.checked)}
        />
      )}
      {!ofCompany && isCompany && numbers}
    </>
  )
}

/** Warnings only for a valid address. */
function suspicious(values: AddressValues) {
  const parsed = AddressInput.safeParse(sentAddress(values))
  return parsed.success ? suspiciousNumbers(parsed.data) : []
}
