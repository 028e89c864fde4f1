import { type ReactNode, useState } from 'react'
import { type Address, removeAddress } from '#contract/addresses/addresses.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Dialog } from '#web/ui/modal.tsx'
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
  const [asking, setAsking] = useState(false)
  const summary = addressSummary(address)
  const removal = useSubmission([], async () => {
    await call(removeAddress, { params: { ...params, id: String(address.id) } })
    setAsking(false)
    await onRemoved()
  })
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
            <Button variant="quiet" onClick={() => setAsking(true)}>
              <RichText id="addresses.remove" values={{ summary }} />
            </Button>
          </span>
          <Dialog
            open={asking}
            onClose={() => setAsking(false)}
            title={t('addresses.dialog_title')}
            actions={
              <>
                <Button variant="primary" busy={removal.busy} onClick={removal.onSubmit}>
                  {t('addresses.confirm_remove')}
                </Button>
                <Button onClick={() => setAsking(false)}>{t('settings.keep')}</Button>
              </>
            }
          >
            <Problems texts={removal.problems} />
            <p>{t('addresses.dialog_text', { summary })}</p>
          </Dialog>
        </>
      }
    >
      {t(`addresses.of.${address.type}`)}
    </Row>
  )
}
