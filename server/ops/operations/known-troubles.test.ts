import { expect, test } from 'vitest'
import { openOperator } from '#server/testing/make/operator.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

const trouble = {
  code: 'e-knihy',
  title_sk: 'E-knihy nejdú.',
  title_en: 'E-books fail.',
  text_sk: 'Opravujeme.',
  text_en: 'Soon.',
}

test('R13.15 a trouble that comes back after its end is told since then', async () => {
  const operator = await openOperator(server, ['troubles:read', 'troubles:write'])
  const set = (hours: number) =>
    operator.call('troubles set', {
      ...trouble,
      code: 'aplikacia',
      until: server.clock.now().add({ hours }).toString(),
    })
  const since = async () => {
    const { items } = (await operator.call('troubles list')).json<{ items: { since: string }[] }>()
    return items[0]?.since
  }
  await set(1)
  const first = await since()
  server.clock.advance('PT30M')
  await set(1)
  expect(await since()).toBe(first)
  server.clock.advance('PT2H')
  await set(1)
  const told = Temporal.Instant.from((await since()) ?? '')
  expect(told.until(server.clock.now()).total('minutes')).toBeLessThan(1)
  expect((await operator.call('troubles end', { code: 'aplikacia' })).statusCode).toBe(200)
})

test('R13.15 a trouble that nobody would be told of, since its end is over, is refused', async () => {
  const operator = await openOperator(server, ['troubles:read', 'troubles:write'])
  const set = (until: Temporal.Instant) =>
    operator.call('troubles set', { ...trouble, until: until.toString() })
  const refused = await set(server.clock.now())
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ errors: [{ key: 'operation_refused', field: 'until' }] })
  expect((await set(server.clock.now().add({ hours: 1 }))).statusCode).toBe(200)
  expect((await operator.call('troubles list')).json()).toMatchObject({ items: [{ code: trouble.code }] })
})
