import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { say } from '#server/platform/texts/messages.ts'
import { deviceIdOf } from './device-id.ts'
import { prepareDeviceNames } from './store.ts'

type OverLimit = {
  devices: number
  limit: number
  /** Names of the devices that no longer open locked content; of two with the same name also what each is. */
  shut_out: string[]
  /** Whether the calling device is one of them. */
  is_this: boolean
}

type Asked = {
  /** Devices that the reader's subscriptions allow; 0 when they count none. */
  limit: Promise<number>
  /** Id of the calling device; undefined for one that has never read locked content. */
  asking: string | undefined
  locale: Locale
}

/**
 * Prepares what a reader with more devices than allowed is told: the most recently used ones keep access (R3.07).
 *
 * @returns a function of the reader's id, which answers undefined when all devices may read
 */
export function describeOverLimit({ db }: Pick<Deps, 'db'>) {
  const devicesOf = prepareDeviceNames(db)
  return async (userId: number, { asking, locale, ...given }: Asked): Promise<OverLimit | undefined> => {
    const [devices = [], limit] = await Promise.all([devicesOf(userId), given.limit])
    const shutOut = limit === 0 ? [] : devices.slice(limit)
    if (shutOut.length === 0) return undefined
    const isOnlyOne = (name: string) => devices.filter(each => each.name === name).length === 1
    return {
      devices: devices.length,
      limit,
      shut_out: shutOut.map(({ name, type }) =>
        isOnlyOne(name) ? name : `${name} (${say(locale, `devices.type.${type}`)})`,
      ),
      is_this: shutOut.some(({ id }) => deviceIdOf(id) === asking),
    }
  }
}
