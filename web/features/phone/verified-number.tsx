import { useState } from 'react'
import { printedMobileNumber } from '#contract/phone/mobile-number.ts'
import { removePhone } from '#contract/phone/phone.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Dialog } from '#web/ui/modal.tsx'

type VerifiedNumberProps = {
  /** `09xxxxxxxx` */
  number: string
  onChange: () => void
  onRemoved: () => Promise<void>
}

/** The verified number, and its actions. */
export function VerifiedNumber({ number, onChange, onRemoved }: VerifiedNumberProps) {
  const t = useT()
  const params = useOwnParams()
  const [asking, setAsking] = useState(false)
  const printed = printedMobileNumber(number)
  const removal = useSubmission([], async () => {
    await call(removePhone, { params })
    setAsking(false)
    await onRemoved()
  })
  return (
    <>
      <DataList items={[{ name: t('phone.verified'), value: printed }]} />
      <Actions>
        <Button onClick={onChange}>{t('phone.change')}</Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t('phone.remove')}
        </Button>
      </Actions>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('phone.dialog_title', { number: printed })}
        actions={
          <>
            <Button variant="primary" busy={removal.busy} onClick={removal.onSubmit}>
              {t('phone.remove')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('settings.keep')}</Button>
          </>
        }
      >
        <Problems texts={removal.problems} />
        <p>{t('phone.dialog_text')}</p>
      </Dialog>
    </>
  )
}
