import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { listDevices, useDevice } from '#contract/devices/devices.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { parseSessionToken } from '#contract/identity/session-token.ts'
import { makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)
let browser: TestBrowser
let reader: Awaited<ReturnType<typeof makeReader>>
let base: string

beforeAll(async () => {
  server.clock.set('2026-11-21T10:00:00Z')
  await makeProduct(server.deps, { code: 'standard_1y', deviceLimit: 3, access: ['web'] })
})
beforeEach(async () => {
  reader = await makeReader(server.deps)
  const now = server.clock.now()
  await makePeriod(server.deps, {
    userId: reader.id,
    productCode: 'standard_1y',
    startsAt: now.subtract({ hours: 24 }),
    endsAt: now.add({ hours: 24 * 300 }),
  })
  browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  base = `/rest/api/prv/v1/users/${reader.id}/devices`
})

const read = async (id: string, by = browser, at = base) => {
  server.clock.advance('PT1S')
  return by.put(`${at}/${id}`, { json: { name: 'Chrome, Windows', type: 'browser' } })
}
/** Signs in with a session of its own. */
async function readElsewhere(...ids: string[]) {
  const other = openBrowser(server.app)
  await other.signIn(reader.email)
  for (const id of ids) await read(id, other)
}
const remove = (id: string) => browser.delete(`${base}/${id}`)
const list = async () => (await browser.get(base)).json<EndpointOutput<typeof listDevices>>()
const ids = async () => (await list()).items.map(each => each.id)

test('R1.05 a device that reads locked content is listed, and recognized by its cookie', async () => {
  expect((await list()).items).toEqual([])
  const answer = await read('abc')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ within_limit: true, limit: { devices: 1, device_limit: 3 } })
  await read('other', openBrowser(server.app, '127.0.0.1', new Map(browser.cookies)))
  expect((await list()).items.map(({ id, current }) => [id, current])).toEqual([
    ['other', false],
    ['abc', true],
  ])
})

test('R1.05 an app is recognized by its header', async () => {
  await read('abc')
  await read('app-1')
  browser.cookies.delete('ppd')
  const listed = await browser.get(base, { headers: { 'x-device-id': 'abc' } })
  const { items } = listed.json<EndpointOutput<typeof listDevices>>()
  expect(items.filter(each => each.current).map(each => each.id)).toEqual(['abc'])
})

test('two readers of one browser have separate devices', async () => {
  const second = await makeReader(server.deps)
  await read('shared')
  const other = openBrowser(server.app)
  await other.signIn(second.email)
  const answer = await read('shared', other, `/rest/api/prv/v1/users/${second.id}/devices`)
  expect(answer.statusCode).toBe(200)
  expect((await remove('shared')).statusCode).toBe(204)
  const left = await other.get(`/rest/api/prv/v1/users/${second.id}/devices`)
  expect(left.json<EndpointOutput<typeof listDevices>>().items).toHaveLength(1)
})

describe('R6.03 removing', () => {
  test('race: twenty at once, three a month: three are removed, the others refused', async () => {
    const all = Array.from({ length: 20 }, (_, index) => `device-${index}`)
    await readElsewhere(...all)
    const answers = await Promise.all(all.map(remove))
    const codes = answers.map(each => each.statusCode).sort((a, b) => a - b)
    expect(codes).toEqual([204, 204, 204, ...Array.from({ length: 17 }, () => 422)])
    const refused = answers.find(each => each.statusCode === 422)
    expect(refused?.json()).toMatchObject({ errors: [{ key: 'device_removal_limit_reached' }] })
    expect(await ids()).toHaveLength(17)
    expect((await list()).limit).toMatchObject({ removed_devices: 3, devices: 17 })
  })

  test('race: one device removed twenty times at once counts as one removal', async () => {
    await readElsewhere('abc')
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove('abc')))
    expect(answers.filter(each => each.statusCode === 204)).toHaveLength(1)
    expect(answers.filter(each => each.statusCode === 404)).toHaveLength(19)
    expect((await list()).limit.removed_devices).toBe(1)
  })

  test('a removed device that reads again is back, and its removal stays counted', async () => {
    for (const removed of [1, 2, 3]) {
      await readElsewhere('abc')
      expect((await remove('abc')).statusCode).toBe(204)
      expect((await list()).limit.removed_devices).toBe(removed)
    }
    await readElsewhere('abc')
    expect((await remove('abc')).statusCode).toBe(422)
    expect(await ids()).toEqual(['abc'])
  })

  test('it signs out only that device, and the log tells of it', async () => {
    const phone = openBrowser(server.app)
    await phone.signIn(reader.email)
    await read('abc')
    await read('phone', phone)
    const told = (await list()).items.map(({ id, signs_out: signsOut }) => [id, signsOut])
    expect(told).toEqual([
      ['phone', 'there'],
      ['abc', 'here'],
    ])
    expect((await remove('phone')).statusCode).toBe(204)
    expect((await phone.get(base)).statusCode).toBe(401)
    expect((await phone.post('/refresh-token')).statusCode).toBe(401)
    expect((await browser.get(base)).statusCode).toBe(200)
    const log = await browser.get(`/rest/api/prv/v1/users/${reader.id}/activity`)
    expect(log.json<{ items: { kind: string }[] }>().items[0]?.kind).toBe('device_removed')
    expect((await remove('abc')).statusCode).toBe(204)
    expect((await browser.get(base)).statusCode).toBe(401)
  })

  test('a device that goes by another name now is not signed out under the former one', async () => {
    await read('former')
    await read('present')
    expect((await list()).items.map(each => each.signs_out)).toEqual(['here', 'no'])
    await remove('former')
    expect((await browser.get(base)).statusCode).toBe(200)
  })

  test('R6.01 another reader’s device can’t be reached', async () => {
    await read('abc')
    const stranger = openBrowser(server.app)
    await stranger.signIn((await makeReader(server.deps)).email)
    expect((await stranger.delete(`${base}/abc`)).statusCode).toBe(403)
    expect((await read('abc', stranger)).statusCode).toBe(403)
    expect((await remove('nothing')).statusCode).toBe(404)
    expect((await remove('a:b')).statusCode).toBe(404)
    expect(await ids()).toEqual(['abc'])
  })
})

describe('R3.07 over the limit', () => {
  const refresh = async (device: string) => {
    browser.cookies.set('ppd', { value: device, path: '/' })
    server.clock.advance('PT11M')
    expect((await browser.post('/refresh-token')).statusCode).toBe(204)
    return parseSessionToken(browser.cookies.get('ppp')?.value ?? '')?.sbr?.['web']?.dlr
  }

  test('the devices used most recently keep access, roles say so on each', async () => {
    for (const id of ['first', 'second', 'third']) await read(id)
    expect(await refresh('first')).toBe(false)
    await read('fourth')
    expect(await refresh('first')).toBe(true)
    expect(await refresh('second')).toBe(false)
    expect(await refresh('never-read')).toBe(false)
  })

  test('one that lost access does not regain it by reading, but by a removal', async () => {
    for (const id of ['first', 'second', 'third', 'fourth']) await read(id)
    expect((await read('first')).json<EndpointOutput<typeof useDevice>>().within_limit).toBe(false)
    expect(await ids()).toEqual(['fourth', 'third', 'second', 'first'])
    await remove('third')
    expect((await read('first')).json<EndpointOutput<typeof useDevice>>().within_limit).toBe(true)
    expect((await ids())[0]).toBe('first')
  })
})
