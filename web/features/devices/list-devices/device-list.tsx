import { type ReactNode, useRef } from 'react'
import { listDevices } from '#contract/devices/devices.ts'
import { routes } from '#contract/routes.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { RemoveDevice } from '../remove-device/remove-device.tsx'
import { describeDevice, describeLimit } from './describe-devices.ts'
import styles from './device-list.module.css'

type DeviceListProps = {
  /** Whether rows are expected (for the skeleton). */
  hasRows: boolean
  /** Render prop: wraps the list in its heading; not used for an empty list. */
  frame: (content: ReactNode) => ReactNode
}

/** Devices that read locked content, most recently used first, and how many more may (R1.05). */
export default function DeviceList({ hasRows, frame }: DeviceListProps) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const query = useEndpoint(listDevices, { params: useOwnParams() })
  const { data, dataUpdatedAt, isError } = query
  if (!data) {
    if (!hasRows && !isError) return null
    return frame(
      <Awaited query={query} shape="details" failed="devices.failed_title" text="devices.failed_text" />,
    )
  }
  if (!hasRows && data.items.length === 0) return null
  const limit = describeLimit(data.limit)
  const left = data.limit.enabled ? data.limit.removal_limit - data.limit.removed_devices : 0
  // The most recently used ones keep access, and come first.
  const allowed = data.limit.enabled ? data.limit.device_limit : data.items.length
  // The pressed button's row is gone: focus moves to the list.
  const onRemoved = () => list.current?.focus()
  return frame(
    <div ref={list} tabIndex={-1}>
      {data.items.length === 0 ? (
        <p>{[limit, t('devices.none')].filter(Boolean).join(' ')}</p>
      ) : (
        <>
          {limit && <p className={styles.limit}>{limit}</p>}
          <RowList>
            {data.items.map((device, place) => (
              <Row
                key={device.id}
                tag={device.current ? t('devices.current') : undefined}
                detail={describeDevice(device, serverTimeMs(dataUpdatedAt), place >= allowed)}
                action={
                  left > 0 && <RemoveDevice device={device} leftAfter={left - 1} onRemoved={onRemoved} />
                }
              >
                {device.name}
              </Row>
            ))}
          </RowList>
        </>
      )}
      <p className={styles.note}>
        {t('devices.one_person')}{' '}
        <RichText id="devices.sessions" links={{ settings: `${routes.settings.path}#linked-accounts` }} />
      </p>
    </div>,
  )
}
