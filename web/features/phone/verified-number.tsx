import { printedMobileNumber } from '#contract/phone/mobile-number.ts'
import { removePhone } from '#contract/phone/phone.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'

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
  const printed = printedMobileNumber(number)
  return (
    <>
      <DataList items={[{ name: t('phone.verified'), value: printed }]} />
      <Actions>
        <Button onClick={onChange}>{t('phone.change')}</Button>
        <ConfirmedAct
          opener={{ children: t('phone.remove') }}
          title={t('phone.dialog_title', { number: printed })}
          confirm={t('phone.remove')}
          act={() => call(removePhone, { params })}
          onDone={onRemoved}
        >
          <p>{t('phone.dialog_text')}</p>
        </ConfirmedAct>
      </Actions>
    </>
  )
}
