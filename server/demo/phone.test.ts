import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpSmsGateway } from '#server/gateways/sms/http.ts'
import { machineClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/telemetry/log.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { servePhone, startDemoSmsServer } from './phone.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let service: Awaited<ReturnType<typeof startDemoSmsServer>>
const app = Fastify()
beforeAll(async () => {
  database = await createTestDatabase()
  service = await startDemoSmsServer({ db: database.db, clock: machineClock, log: createLog('silent') })
  servePhone(app, database)
})
afterAll(async () => {
  await app.close()
  await service.stop()
  await database.close()
})

const inbox = async (to?: string) => {
  const url = to === undefined ? '/demo/phone.json' : `/demo/phone.json?to=${to}`
  return (await app.inject(url)).json<{ items: { to: string; text: string }[] }>().items
}

test('what the gateway sends is in the demo phone, newest first, by number in any form', async () => {
  const gateway = httpSmsGateway(service.url, undefined)
  await gateway.send({ id: 'a', to: '+421905123456', text: '111111 je váš kód' })
  await gateway.send({ id: 'b', to: '+421905123456', text: '222222 je váš kód' })
  await gateway.send({ id: 'c', to: '+421907654321', text: '333333 je váš kód' })
  const texts = ['222222 je váš kód', '111111 je váš kód']
  for (const to of ['0905123456', '+421905123456', '%2B421905123456', '0905%20123%20456']) {
    expect(
      (await inbox(to)).map(sms => sms.text),
      to,
    ).toEqual(texts)
  }
  expect(await inbox()).toHaveLength(3)
  expect((await inbox())[0]).toEqual({
    id: expect.any(String),
    to: '0907654321',
    text: '333333 je váš kód',
    sent_at: expect.stringMatching(/Z$/),
  })
})

test('dedupe: a second delivery of a message is the same message', async () => {
  const gateway = httpSmsGateway(service.url, undefined)
  const sms = { id: 'twice', to: '+421911111111', text: '444444' }
  await gateway.send(sms)
  await gateway.send(sms)
  expect(await inbox('0911111111')).toHaveLength(1)
})

test('what is no message is refused', async () => {
  const gateway = httpSmsGateway(service.url, undefined)
  await expect(gateway.send({ id: '', to: '+421911111111', text: 'x' })).rejects.toThrow('400')
  await expect(gateway.send({ id: 'long', to: '+421911111111', text: 'x'.repeat(20_000) })).rejects.toThrow()
})
