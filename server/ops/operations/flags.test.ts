import { expect, test } from 'vitest'
import { TestEventSource } from '#server/testing/inspect/event-source.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(() => createTestApp({ FEATURES_CLIENT_KEY: 'sdk-test' }))

const key = 'order'
const definition = { defaultValue: 'a', rules: [{ force: 'b', condition: { id: '7' } }] }

test('R7.16 a flag changed or removed by an operation reaches browsers on another server within 2 s', async () => {
  const other = await server.startAnother()
  const operator = await openOperator(server, ['flags:read', 'flags:write'])
  const source = new TestEventSource(`${other.address}/sub/sdk-test`)
  await new Promise<void>(resolve => source.addEventListener('open', () => resolve()))
  const read = async () => {
    const answer = await fetch(`${other.address}/api/eval/sdk-test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ attributes: { id: '7' } }),
    })
    return ((await answer.json()) as { features: Record<string, unknown> }).features[key]
  }
  const afterChange = async (call: () => Promise<{ statusCode: number }>) => {
    const told = new Promise<void>(resolve => source.addEventListener('features-updated', () => resolve()))
    const begun = performance.now()
    expect((await call()).statusCode).toBe(200)
    await told
    const found = await read()
    expect(performance.now() - begun).toBeLessThan(2000)
    return found
  }
  expect(await afterChange(() => operator.call('flags change', { key, definition }))).toEqual({
    defaultValue: 'b',
  })
  expect((await operator.call('flags list')).json()).toEqual({ items: [{ key, definition }] })
  const again = await operator.call('flags change', { key, definition })
  expect(again.json()).toMatchObject({ outcome: 'unchanged' })
  expect(await afterChange(() => operator.call('flags remove', { key }))).toBeUndefined()
  expect((await operator.call('flags remove', { key })).statusCode).toBe(404)
  source.close()
  await other.close()
})

test('R7.16 a flag may bear a name that every object of JavaScript has', async () => {
  const operator = await openOperator(server, ['flags:read', 'flags:write'])
  for (const name of ['constructor', '__proto__']) {
    const answer = await operator.call('flags change', { key: name, definition: { defaultValue: 1 } })
    expect(answer.json()).toMatchObject({ key: name, outcome: 'added' })
    expect((await operator.call('flags remove', { key: name })).statusCode).toBe(200)
  }
})

test('R3.11 what an experiment has shown is told by variation, of no single reader', async () => {
  const operator = await openOperator(server, ['flags:read', 'flags:write'])
  const rules = [{ key: 'stop-2026', hashAttribute: 'ppSplitTest', variations: ['a', 'b'] }]
  await operator.call('flags change', { key: 'offers', definition: { defaultValue: 'a', rules } })
  for (const [variation, group] of [
    [0, '17'],
    [0, '17'],
    [0, '18'],
    [1, '19'],
  ] as const) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/experiment-results/sdk-test',
      payload: {
        experiment_key: 'stop-2026',
        variation_id: variation,
        variation_key: 'ab'[variation],
        hash_attribute: 'ppSplitTest',
        hash_value: group,
      },
    })
    expect(answer.statusCode).toBe(204)
  }
  const results = (await operator.call('flags results')).json<{ items: Record<string, unknown>[] }>()
  expect(results.items).toMatchObject([
    { experiment_key: 'stop-2026', variation_id: 0, variation_key: 'a', groups: 2, views: 3 },
    { experiment_key: 'stop-2026', variation_id: 1, variation_key: 'b', groups: 1, views: 1 },
  ])
})

test.each([
  ['a misspelt default', { defaultvalue: 1 }],
  ['a rule that says nothing', { defaultValue: 1, rules: [{ condition: { id: '7' } }] }],
  ['weights that do not fit', { defaultValue: 1, rules: [{ variations: [1, 2], weights: [0.5] }] }],
  ['weights of more than all', { defaultValue: 1, rules: [{ variations: [1, 2], weights: [0.9, 0.9] }] }],
])('R7.16 a definition with %s is refused at its field, and nothing changes', async (_, faulty) => {
  const operator = await openOperator(server, ['flags:read', 'flags:write'])
  const before = (await operator.call('flags list')).body
  const answer = await operator.call('flags change', { key, definition: faulty })
  expect([400, 422]).toContain(answer.statusCode)
  expect(answer.json<{ errors: { field: string }[] }>().errors[0]?.field).toMatch(
    /^(definition|defaultvalue)/,
  )
  expect((await operator.call('flags list')).body).toBe(before)
})

test('R7.16 what rules refer to is listed, changed and removed; what is none is refused at its field', async () => {
  const operator = await openOperator(server, ['flags:read', 'flags:write'])
  const group = { kind: 'saved_group', key: 'editors', definition: ['7'] }
  expect((await operator.call('flags change-part', group)).json()).toEqual({ ...group, outcome: 'added' })
  expect((await operator.call('flags change-part', group)).json()).toMatchObject({ outcome: 'unchanged' })
  const bandit = { kind: 'contextual_bandit', key: 'editors', definition: ['7'] }
  expect((await operator.call('flags change-part', bandit)).statusCode).toBe(400)
  for (const definition of ['7', { type: 'list' }, [[]]]) {
    expect((await operator.call('flags change-part', { ...group, definition })).statusCode).toBe(400)
  }
  expect((await operator.call('flags parts')).json()).toEqual({ items: [group] })
  const { kind, key: name } = group
  expect((await operator.call('flags remove-part', { kind, key: name })).json()).toEqual(group)
  expect((await operator.call('flags remove-part', { kind, key: name })).statusCode).toBe(404)
})
