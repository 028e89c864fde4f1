import { type Device, listDevices, removeDevice } from '#contract/devices/devices.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { leaveSignedOut } from '#web/lib/reader/login-address.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'

type RemoveDeviceProps = {
  device: Device
  /** Removals left this month after this one. */
  leftAfter: number
  /** Called when the list no longer has it. */
  onRemoved: () => void
}

/** Removes a device, after a dialog that says what will happen and how many removals remain (R1.05, R6.03). */
export function RemoveDevice({ device, leftAfter, onRemoved }: RemoveDeviceProps) {
  const t = useT()
  const own = useOwnParams()
  const { name } = device
  const remove = async () => {
    await call(removeDevice, { params: { ...own, id: device.id } })
    if (device.signs_out === 'here') await leaveSignedOut()
  }
  return (
    <ConfirmedAct
      opener={{ children: t('devices.remove'), 'aria-label': t('devices.remove_label', { name }) }}
      title={t('devices.remove_title', { name })}
      confirm={t('devices.remove')}
      keep={t('devices.keep')}
      failed={t('devices.remove_failed')}
      act={remove}
      onDone={async () => {
        showToast(t('devices.removed', { name }))
        await invalidate(listDevices)
        onRemoved()
      }}
    >
      {device.current && <p>{t('devices.remove_current')}</p>}
      <p>{t(`devices.remove_text.${device.signs_out}`)}</p>
      <p>{t('devices.remove_left', { left: leftAfter })}</p>
    </ConfirmedAct>
  )
}
