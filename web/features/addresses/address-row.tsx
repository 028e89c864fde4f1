import type { ReactNode } from 'react'
import { type Address, removeAddress } from '#contract/addresses/addresses.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/row-list.tsx'
import styles from './address-list.module.css'
import { addressLines, addressSummary, companyNumbers } from './address-text.ts'

type AddressRowProps = {
  address: Address
  /** Edit form, shown in the address's place. */
  form: ReactNode
  onChange: () => void
  onRemoved: () => Promise<void>
}

/** One address as on an envelope, with the ways to change and to remove it. */
export function AddressRow({ address, form, onChange, onRemoved }: AddressRowProps) {
  const t = useT()
  const params = useOwnParams()
  const summary = addressSummary(address)
  if (form) return <li>{form}</li>
  return (
    <Row
      detail={
        <>
          {[...addressLines(address), companyNumbers(address).join(' · ')].filter(Boolean).map(line => (
            <span key={line} className={styles.line}>
              {line}
            </span>
          ))}
          <span className={styles.actions}>
            <Button variant="quiet" onClick={onChange}>
              <RichText id="addresses.change" values={{ summary }} />
            </Button>
            <ConfirmedAct
              opener={{ children: <RichText id="addresses.remove" values={{ summary }} /> }}
              title={t('addresses.dialog_title')}
              confirm={t('addresses.confirm_remove')}
              act={() => call(removeAddress, { params: { ...params, id: String(address.id) } })}
              onDone={onRemoved}
            >
              <p>{t('addresses.dialog_text', { summary })}</p>
            </ConfirmedAct>
          </span>
        </>
      }
    >
      {t(`addresses.of.${address.type}`)}
    </Row>
  )
}
