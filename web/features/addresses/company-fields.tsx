import type { ComponentProps } from 'react'
import type { AddressName } from '#web/lib/forms/address-values.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import styles from './address-form.module.css'

type CompanyFieldsProps = {
  /** Props for a field's control. */
  field: (name: AddressName, autoComplete: string) => Omit<ComponentProps<typeof Field>, 'label'>
  /** Fields with a wrong check digit: a warning, not an error. */
  suspicious: readonly ('company_id' | 'company_vat_id')[]
}

/** Company details for invoices; numbers are checked while typed. */
export function CompanyFields({ field, suspicious }: CompanyFieldsProps) {
  const t = useT()
  return (
    <>
      <Field {...field('company_name', 'organization')} label={t('addresses.company_name')} required />
      <div className={styles.halves}>
        <Field {...field('company_id', 'off')} label={t('addresses.company_id')} inputMode="numeric" />
        <Field {...field('company_tax_id', 'off')} label={t('addresses.company_tax_id')} />
      </div>
      <div>
        <Field
          {...field('company_vat_id', 'off')}
          label={t('addresses.company_vat_id')}
          hint={t('addresses.company_vat_id_hint')}
          autoCapitalize="characters"
        />
        {/* Live region: present from the start, so that changes are announced. */}
        <div role="status">
          {suspicious.map(name => (
            <p key={name} className={styles.warning}>
              {t('addresses.suspicious', { name: t(`addresses.${name}`) })}
            </p>
          ))}
        </div>
      </div>
    </>
  )
}
