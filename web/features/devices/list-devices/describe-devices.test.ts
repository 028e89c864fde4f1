import messagesEn from 'virtual:catalogue/en/rest'
import messagesSk from 'virtual:catalogue/sk/rest'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Device } from '#contract/devices/devices.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { describeDevice, describeLimit } from './describe-devices.ts'

beforeEach(() => activate('sk', messagesSk))

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')
const limit = (devices: number, deviceLimit: number, removed = 0) =>
  plain(
    describeLimit({
      devices,
      device_limit: deviceLimit,
      removal_limit: 3,
      removed_devices: removed,
      enabled: true,
    }),
  )

test.each([
  [[0, 6, 0], 'Zatiaľ nečítate na žiadnom zo 6 zariadení. Tento mesiac môžete odstrániť ešte 3 zariadenia.'],
  [[1, 3, 1], 'Čítate na 1 z 3 zariadení. Tento mesiac môžete odstrániť ešte 2 zariadenia.'],
  [[3, 6, 2], 'Čítate na 3 zo 6 zariadení. Tento mesiac môžete odstrániť ešte 1 zariadenie.'],
  [
    [6, 6, 3],
    'Čítate na 6 zo 6 zariadení. Tento mesiac už ďalšie odstrániť nemôžete, znova sa to dá od prvého dňa budúceho mesiaca.',
  ],
  [
    [5, 3, 0],
    'Čítate na 5 zariadeniach, predplatné dovoľuje 3. Zamknutý obsah otvoríte na tých, ktoré ste použili naposledy. Tento mesiac môžete odstrániť ešte 3 zariadenia.',
  ],
] as const)('R6.03 %j: %s', ([devices, allowed, removed], told) => {
  expect(limit(devices, allowed, removed)).toBe(told)
})

test('R6.03 in English', () => {
  activate('en', messagesEn)
  expect(limit(1, 6, 2)).toBe('You read on 1 of 6 devices. You can remove 1 more device this month.')
})

test('R3.07 devices that are not counted have no limit to tell of', () => {
  const none = { devices: 0, device_limit: 0, removal_limit: 0, removed_devices: 0, enabled: false }
  expect(describeLimit(none)).toBeUndefined()
})

describe('R3.07 last activity', () => {
  // 00:30 on 22 November in Bratislava.
  const nowMs = Date.parse('2026-11-21T23:30:00Z')
  const device: Device = {
    id: 'd1',
    name: 'Chrome na Windows',
    type: 'browser',
    last_activity: '',
    current: false,
    signs_out: 'no' as const,
  }
  const described = (last_activity: string) => plain(describeDevice({ ...device, last_activity }, nowMs))

  test.each([
    ['a moment ago', '2026-11-21T23:26:00Z', 'prehliadač · práve teraz'],
    ['in the future, by a clock that is ahead', '2026-11-21T23:40:00Z', 'prehliadač · práve teraz'],
    ['today', '2026-11-21T23:05:00Z', 'prehliadač · dnes o 0:05'],
    ['yesterday, an hour ago', '2026-11-21T22:50:00Z', 'prehliadač · včera o 23:50'],
    ['the first minute of yesterday', '2026-11-20T23:00:00Z', 'prehliadač · včera o 0:00'],
    ['this year', '2026-11-20T22:59:00Z', 'prehliadač · naposledy 20. novembra'],
    ['long ago', '2025-11-20T10:00:00Z', 'prehliadač · naposledy 20. novembra 2025'],
  ])('%s', (_, activity, told) => expect(described(activity)).toBe(told))

  test('R13.14 one over the limit says that it is shut out', () => {
    const now = { ...device, last_activity: '2026-11-21T23:29:00Z' }
    expect(plain(describeDevice(now, nowMs, true))).toBe('prehliadač · práve teraz · zamknutý obsah neotvorí')
  })

  test('the night of the change to winter time is one day', () => {
    const morningAfter = Date.parse('2026-10-25T08:00:00Z')
    const before = { ...device, last_activity: '2026-10-23T22:30:00Z' }
    expect(plain(describeDevice(before, morningAfter))).toBe('prehliadač · včera o 0:30')
  })
})
