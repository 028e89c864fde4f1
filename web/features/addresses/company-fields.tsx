import type { ComponentProps } from 'react'
import { useT } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import styles from './address-form.module.css'
import type { AddressField } from './address-values.ts'

type CompanyFieldsProps = {
  /** What the control of a field needs. */
  field: (name: AddressField, autoComplete: string) => Omit<ComponentProps<typeof Field>, 'label'>
  /** Fields whose check digits are wrong: that warns and does not refuse. */
  suspicious: readonly AddressField[]
}

/** Whom an invoice of a company is made out to; its numbers are checked while they are typed. */
export function CompanyFields({ field, suspicious }: CompanyFieldsProps) {
  const t = useT()
  const warning = (name: AddressField) =>
    suspicious.includes(name) && (
      <span role="status" className={styles.warning}>
        {t('addresses.suspicious')}
      </span>
    )
  return (
    <>
      <Field {...field('company_name', 'organization')} label={t('addresses.company_name')} required />
      <div className={styles.halves}>
        <Field
          {...field('company_id', 'off')}
          label={t('addresses.company_id')}
          hint={warning('company_id')}
          inputMode="numeric"
        />
        <Field {...field('company_tax_id', 'off')} label={t('addresses.company_tax_id')} />
      </div>
      <Field
        {...field('company_vat_id', 'off')}
        label={t('addresses.company_vat_id')}
        hint={warning('company_vat_id') || t('addresses.company_vat_id_hint')}
        autoCapitalize="characters"
      />
    </>
  )
}
