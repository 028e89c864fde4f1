import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

const refused = 'service_unavailable'

test('R17.06 one address gets its share, others the rest, and released capacity is available again', () => {
  const places = createPlaces({ atOnce: 5, ofOneAddress: 2, retryAfterS: 1 })
  const [first] = [places.take('192.0.2.1'), places.take('::ffff:192.0.2.1')]
  expect(() => places.take('192.0.2.1')).toThrow(refused)
  places.take('192.0.2.2')
  places.take('192.0.2.2')
  places.take('192.0.2.3')
  expect(() => places.take('192.0.2.4')).toThrow(refused)
  first?.()
  first?.()
  places.take('192.0.2.4')
  expect(() => places.take('192.0.2.5')).toThrow(refused)
})

test('R17.06 a line of IPv6 is one address, and a whole site gets half', () => {
  const places = createPlaces({ atOnce: 8, ofOneAddress: 3, retryAfterS: 1 })
  for (const host of [1, 2, 3]) places.take(`2001:db8:1:1::${host}`)
  expect(() => places.take('2001:db8:1:1::4')).toThrow(refused)
  places.take('2001:db8:1:2::1')
  expect(() => places.take('2001:db8:1:3::1')).toThrow(refused)
  places.take('2001:db8:2:1::1', 3)
  expect(() => places.take('2001:db8:3:1::1', 2)).toThrow(refused)
  places.take('2001:db8:3:1::1', 1)
})

test('R17.06 what others hold for nothing is released for whoever is within its share', () => {
  const releases: (() => void)[] = []
  const makeRoom = (isRoom: () => boolean) => {
    while (!isRoom() && releases.length > 0) releases.shift()?.()
  }
  const places = createPlaces({ atOnce: 4, ofOneAddress: 3, retryAfterS: 1 }, makeRoom)
  releases.push(places.take('192.0.2.1', 2), places.take('192.0.2.2', 2))
  expect(() => places.take('192.0.2.1', 2)).toThrow(refused)
  expect(() => places.take('192.0.2.3', 5)).toThrow(refused)
  expect(releases).toHaveLength(2)
  places.take('192.0.2.3', 2)
  expect(releases).toHaveLength(1)
  places.take('192.0.2.4', 2)
  expect(() => places.take('192.0.2.5')).toThrow(refused)
})
