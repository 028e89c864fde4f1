import { useLayoutEffect } from 'react'
import { type Address, AddressInput, addAddress, changeAddress } from '#contract/addresses/addresses.ts'
import { call } from '#web/lib/call/api.ts'
import { type AddressFormName, addressValues, sentAddress } from '#web/lib/forms/address-values.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Form } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { AddressFields } from './address-fields.tsx'
import styles from './address-form.module.css'
import { faultsOfAddress } from './address-values.ts'

type AddressFormProps = {
  /** The address that is changed; undefined for a new one. */
  address: Address | undefined
  invoiceAllowed: boolean
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** Form of a new or existing address, validated on blur by the server's rules (R5.09). */
export function AddressForm({ address, invoiceAllowed, onSaved, onCancel }: AddressFormProps) {
  const t = useT()
  const params = useOwnParams()
  const form = useForm<AddressFormName>({
    initial: addressValues(address ?? { type: 'print' }),
    check: faultsOfAddress,
    send: async values => {
      const body = AddressInput.parse(sentAddress(values))
      if (address) {
        await call(changeAddress, { params: { ...params, id: String(address.id) }, body })
      } else await call(addAddress, { params, body })
      await onSaved()
    },
  })
  // The pressed button is gone: focus moves to the form.
  useLayoutEffect(() => form.form.current?.querySelector<HTMLElement>('select, input')?.focus(), [form.form])
  return (
    <div className={styles.form}>
      <Heading level={3} look="part">
        {t(address ? 'addresses.form_change' : 'addresses.form_add')}
      </Heading>
      <Form
        {...form}
        submitLabel={t('addresses.save')}
        variant="secondary"
        cancel={{ label: t('settings.cancel'), onClick: onCancel }}
      >
        {invoiceAllowed || address?.type === 'invoice' ? (
          <Select {...form.field('type')} label={t('addresses.type')}>
            <option value="print">{t('addresses.type.print')}</option>
            <option value="invoice">{t('addresses.type.invoice')}</option>
          </Select>
        ) : (
          <p className={styles.note}>{t('addresses.no_invoice')}</p>
        )}
        <AddressFields field={form.field} values={form.values} setValue={form.setValue} />
      </Form>
    </div>
  )
}
