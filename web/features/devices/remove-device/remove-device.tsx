import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Device, listDevices, removeDevice } from '#contract/devices/devices.ts'
import { call } from '#web/lib/call/api.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'

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
  const [open, setOpen] = useState(false)
  const own = useOwnParams()
  const { name } = device
  const refresh = () => invalidate(listDevices)
  const removal = useMutation({
    mutationFn: () => call(removeDevice, { params: { ...own, id: device.id } }),
    onSuccess: async () => {
      if (device.signs_out === 'here') {
        const login = new URL(runtimeConfig().login_url)
        login.searchParams.set('signed_out', '')
        location.assign(login)
        return
      }
      setOpen(false)
      showToast(t('devices.removed', { name }))
      await refresh()
      onRemoved()
    },
    // Stale data: removed elsewhere, or the month's removals used up elsewhere.
    onError: refresh,
  })
  const close = () => {
    setOpen(false)
    removal.reset()
  }
  return (
    <>
      <Button variant="quiet" aria-label={t('devices.remove_label', { name })} onClick={() => setOpen(true)}>
        {t('devices.remove')}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={t('devices.remove_title', { name })}
        actions={
          <>
            <Button variant="primary" busy={removal.isPending} onClick={() => removal.mutate()}>
              {t('devices.remove')}
            </Button>
            <Button onClick={close}>{t('devices.keep')}</Button>
          </>
        }
      >
        {device.current && <p>{t('devices.remove_current')}</p>}
        <p>{t(`devices.remove_text.${device.signs_out}`)}</p>
        <p>{t('devices.remove_left', { left: leftAfter })}</p>
        {removal.isError && (
          <Notice tone="error" title={t('devices.remove_failed')}>
            <p>{textOfError(removal.error)}</p>
          </Notice>
        )}
      </Dialog>
    </>
  )
}
