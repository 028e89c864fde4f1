import { expect, test } from 'vitest'
import type { listDevices } from '#contract/devices/devices.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)

test('R1.05 race: a device that is removed while it reads stays removed', async () => {
  const { app, deps } = server
  const { id, email, browser, own } = await makeSignedIn(server)
  const phone = openBrowser(app)
  await phone.signIn(email)
  const read = () => phone.put(`${own}/devices/phone`, { json: { name: 'Android', type: 'phone' } })
  expect((await read()).statusCode).toBe(200)

  const held = await holdLocks(deps.db, tx => lockReader(tx, id))
  const removing = browser.delete(`${own}/devices/phone`)
  await held.waitedForBy(1)
  const reading = read()
  await held.waitedForBy(2)
  await held.release()
  expect((await removing).statusCode).toBe(204)
  expect((await reading).statusCode).toBe(401)
  const { items } = (await browser.get(`${own}/devices`)).json<EndpointOutput<typeof listDevices>>()
  expect(items).toEqual([])
})

test('R3.07 of a reader who is always a new device, as in private windows, the last hundred are kept', async () => {
  const { browser, own } = await makeSignedIn(server)
  for (let nth = 0; nth < 103; nth++) {
    server.clock.advance('PT1S')
    const device = { name: `Firefox ${nth}`, type: 'browser' }
    expect((await browser.put(`${own}/devices/private-${nth}`, { json: device })).statusCode).toBe(200)
  }
  const { items } = (await browser.get(`${own}/devices`)).json<EndpointOutput<typeof listDevices>>()
  expect([items.length, items[0]?.name, items.at(-1)?.name]).toEqual([100, 'Firefox 102', 'Firefox 3'])
})
