import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { listAddresses } from '#contract/addresses/addresses.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { AddressForm } from './address-form.tsx'
import styles from './address-list.module.css'
import { AddressRow } from './address-row.tsx'

/** The reader's addresses, each edited in place or removed, and a form to add one (R1.12). */
export function AddressList() {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  /** Id of the address being edited, or `new`. */
  const [open, setOpen] = useState<number | 'new'>()
  const openNow = useRef(open)
  useLayoutEffect(() => {
    openNow.current = open
  }, [open])
  /** Confirmation of the last action. */
  const [told, setTold] = useState<string>()
  const query = useEndpoint(listAddresses, { params: useOwnParams() })
  const { data } = query
  if (!data) {
    return <Awaited query={query} shape="rows" count={2} />
  }

  const show = (form: number | 'new') => {
    setTold(undefined)
    setOpen(form)
  }
  const close = (text?: string) => {
    // Drawn first: while the form is there, taller than a phone, the focus would scroll to its place.
    flushSync(() => {
      setOpen(undefined)
      setTold(text)
    })
    // The pressed button is gone: focus moves to the list.
    leadFocus(list.current, list.current)
  }
  const onDone = async (text: string, form?: number | 'new') => {
    await invalidate(listAddresses)
    // One that is open beside it, or was opened meanwhile, keeps what is typed into it.
    if (openNow.current === form) close(text)
    else setTold(text)
  }
  const form = (address?: (typeof data.items)[number]) => (
    <AddressForm
      address={address}
      invoiceAllowed={data.invoice_allowed}
      onSaved={() => onDone(t('addresses.saved'), address?.id ?? 'new')}
      onCancel={() => close()}
    />
  )
  return (
    <div ref={list} tabIndex={-1}>
      {told !== undefined && <Notice tone="good">{told}</Notice>}
      {data.items.length === 0 && open !== 'new' && <p className={styles.none}>{t('addresses.none')}</p>}
      {data.items.length > 0 && (
        <RowList>
          {data.items.map(address => (
            <AddressRow
              key={address.id}
              address={address}
              form={open === address.id && form(address)}
              onChange={() => show(address.id)}
              onRemoved={() => onDone(t('addresses.removed'))}
            />
          ))}
        </RowList>
      )}
      {open === 'new' ? (
        form()
      ) : (
        <div className={styles.add}>
          <Actions>
            <Button onClick={() => show('new')}>{t('addresses.add')}</Button>
          </Actions>
        </div>
      )}
    </div>
  )
}
