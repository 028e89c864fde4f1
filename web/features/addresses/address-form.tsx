import { useState } from 'react'
import { type Address, AddressInput, addAddress, changeAddress } from '#contract/addresses/addresses.ts'
import { suspiciousNumbers } from '#contract/addresses/company-numbers.ts'
import { call } from '#web/lib/api.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './address-form.module.css'
import { type AddressField, companyFields, faultsOfAddress, valuesOf } from './address-values.ts'
import { CompanyFields } from './company-fields.tsx'
import { CountryField } from './country-field.tsx'

type AddressFormProps = {
  /** The address that is changed; undefined for a new one. */
  address: Address | undefined
  invoiceAllowed: boolean
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** An address, new or changed: the same rules as on the server, told on leaving a field (R5.09). */
export function AddressForm({ address, invoiceAllowed, onSaved, onCancel }: AddressFormProps) {
  const t = useT()
  const params = useOwnParams()
  const [isCompany, setIsCompany] = useState(address?.company_name !== null && address !== undefined)
  const form = useForm<AddressField>({
    initial: valuesOf(address),
    check: faultsOfAddress,
    send: async values => {
      const body = AddressInput.parse(values)
      if (address) {
        await call(changeAddress, { params: { ...params, id: String(address.id) }, body })
      } else await call(addAddress, { params, body })
      await onSaved()
    },
  })
  const toggleCompany = (ticked: boolean) => {
    setIsCompany(ticked)
    if (!ticked) for (const field of companyFields) form.setValue(field, '')
  }
  const text = (name: AddressField, autoComplete: string) => ({ ...form.field(name), autoComplete })

  return (
    <div className={styles.form}>
      <Heading level={3} look="part">
        {t(address ? 'addresses.form_change' : 'addresses.form_add')}
      </Heading>
      <Form
        {...form}
        submitLabel={t('addresses.save')}
        variant="secondary"
        actions={
          <Button variant="quiet" onClick={onCancel}>
            {t('settings.cancel')}
          </Button>
        }
      >
        {invoiceAllowed || address?.type === 'invoice' ? (
          <Select {...form.field('type')} label={t('addresses.type')}>
            <option value="print">{t('addresses.type.print')}</option>
            <option value="invoice">{t('addresses.type.invoice')}</option>
          </Select>
        ) : (
          <p className={styles.note}>{t('addresses.no_invoice')}</p>
        )}
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
            inputMode={form.values.country === 'SK' || form.values.country === 'CZ' ? 'numeric' : 'text'}
          />
        </div>
        <Field {...text('city', 'address-level2')} label={t('addresses.city')} required />
        <CountryField {...text('country', 'country')} />
        <Checkbox
          label={t('addresses.is_company')}
          checked={isCompany}
          onChange={event => toggleCompany(event.target.checked)}
        />
        {isCompany && <CompanyFields field={text} suspicious={suspicious(form.values)} />}
      </Form>
    </div>
  )
}

/** Only an address that passes is worth a warning. */
function suspicious(values: Readonly<Record<AddressField, string>>) {
  const parsed = AddressInput.safeParse(values)
  return parsed.success ? suspiciousNumbers(parsed.data) : []
}
