import { GrowthBook, type FeatureDefinition as SdkFeature } from '@growthbook/growthbook'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { attributes, features, names } from '#server/testing/make/any-features.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { changeFeature, changeSharedPart, FeatureDefinition, SharedPart } from './index.ts'
import { featureFlags, featureParts } from './tables.ts'

const server = openForFile(() => createTestApp({ FEATURES_CLIENT_KEY: 'sdk-test' }))

/** The SDK's own values of every flag, and the reader's experiments. */
function askSdk(definitions: Record<string, SdkFeature>, reader: Record<string, unknown>) {
  return names.map(name => {
    const seen: unknown[] = []
    const sdk = new GrowthBook({
      features: definitions,
      attributes: reader,
      trackingCallback: ({ key }, { variationId, value: shown }) => {
        seen.push({ key, variationId, shown })
      },
    })
    const { value: found, on } = sdk.evalFeature(name)
    return { name, value: found, on, seen }
  })
}

const Answer = z.object({ features: z.record(z.string(), z.looseObject({})) })

test('R7.16 for any flags and any reader the response equals what the SDK computes', async () => {
  await fc.assert(
    fc.asyncProperty(features, attributes, async (given, reader) => {
      await server.deps.db.delete(featureFlags)
      const definitions = z.record(z.string(), FeatureDefinition).parse(JSON.parse(JSON.stringify(given)))
      await server.deps.db.transaction(async tx => {
        for (const [key, definition] of Object.entries(definitions))
          await changeFeature(tx, { key, definition })
      })
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/eval/sdk-test',
        payload: { attributes: reader, forcedVariations: {}, forcedFeatures: [], url: '' },
      })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['x-sse-support']).toBe('enabled')
      const evaluated = Answer.parse(answer.json()).features
      const local = JSON.parse(JSON.stringify(given))
      expect(askSdk(evaluated, reader)).toEqual(askSdk(local, reader))
      // The rules are the publisher's business.
      expect(answer.body).not.toMatch(/condition|weights|coverage|seed/)
    }),
    { numRuns: 150 },
  )
})

test('R7.16 forced values apply, and the URL decides where a rule has a condition on it', async () => {
  await server.deps.db.transaction(async tx => {
    await tx.delete(featureFlags)
    const definition = {
      defaultValue: 'a',
      rules: [{ variations: ['a', 'b'], key: 'forced', hashAttribute: 'id' }],
    }
    await changeFeature(tx, { key: 'order', definition })
  })
  const ask = async (payload: object) =>
    Answer.parse((await server.app.inject({ method: 'POST', url: '/api/eval/sdk-test', payload })).json())
      .features['order']
  for (const variation of [0, 1]) {
    expect(await ask({ attributes: { id: '7' }, forcedVariations: { forced: variation } })).toMatchObject({
      defaultValue: 'ab'[variation],
    })
  }
  expect(await ask({ attributes: {}, forcedFeatures: [['order', 'c']] })).toEqual({ defaultValue: 'c' })
  expect(await ask({})).toEqual({ defaultValue: 'a' })
})

/** Replaces all flags and shared parts by a payload of GrowthBook. */
async function keepPayload(payload: {
  features: Record<string, unknown>
  savedGroups?: Record<string, unknown>
  contextualBandits?: Record<string, unknown>
}) {
  const parts = [
    ...Object.entries(payload.savedGroups ?? {}).map(([key, definition]) => ({
      kind: 'saved_group',
      key,
      definition,
    })),
    ...Object.entries(payload.contextualBandits ?? {}).map(([key, definition]) => ({
      kind: 'contextual_bandit',
      key,
      definition,
    })),
  ]
  await server.deps.db.transaction(async tx => {
    await tx.delete(featureFlags)
    await tx.delete(featureParts)
    for (const [key, definition] of Object.entries(payload.features)) {
      await changeFeature(tx, { key, definition: FeatureDefinition.parse(definition) })
    }
    for (const { key, ...part } of parts) await changeSharedPart(tx, { ...SharedPart.parse(part), key })
  })
}

const evaluate = async (attributesOf: object) =>
  Answer.parse(
    (
      await server.app.inject({
        method: 'POST',
        url: '/api/eval/sdk-test',
        payload: { attributes: attributesOf },
      })
    ).json(),
  ).features

test('R7.16 a flag without a default is null, saved groups and contextual bandits decide as in the SDK', async () => {
  const payload = {
    features: {
      bare: {},
      'by-list': {
        defaultValue: 'out',
        rules: [{ force: 'in', condition: { id: { $inGroup: 'editors' } } }],
      },
      'by-group': { rules: [{ force: 'in', condition: { $savedGroup: { id: 'abroad' } } }] },
      bandit: {
        defaultValue: 'none',
        rules: [
          {
            key: 'bandit-2026',
            hashAttribute: 'id',
            contextualVariations: ['a', 'b'],
            weights: [0.5, 0.5],
            contextualBanditRef: 'offer',
          },
        ],
      },
    },
    savedGroups: {
      editors: ['7', '8'],
      abroad: { type: 'condition', condition: { country: { $ne: 'SK' } } },
    },
    contextualBandits: {
      offer: {
        banditVersion: 3,
        contexts: [
          { leafId: 1, condition: { country: 'AT' }, weights: [0, 1] },
          { leafId: 2, condition: {}, weights: [1, 0] },
        ],
      },
    },
  }
  await keepPayload(payload)
  const values = Object.fromEntries(
    Object.entries(await evaluate({ id: '7', country: 'AT' })).map(([key, each]) => [
      key,
      each['defaultValue'],
    ]),
  )
  expect(values).toEqual({ bare: null, 'by-list': 'in', 'by-group': 'in', bandit: 'b' })
  const answer = await server.app.inject('/api/features/sdk-test')
  expect(answer.json()).toMatchObject({
    savedGroups: payload.savedGroups,
    contextualBandits: payload.contextualBandits,
  })
  for (const reader of [{ id: '7', country: 'AT' }, { id: '9', country: 'SK' }, { id: '8' }, {}]) {
    const sdk = new GrowthBook({ ...structuredClone(payload as object), attributes: reader })
    const found = await evaluate(reader)
    for (const key of Object.keys(payload.features)) {
      expect([key, found[key]?.['defaultValue']]).toEqual([key, sdk.evalFeature(key).value])
    }
  }
  expect(JSON.stringify(await evaluate({ id: '7' }))).not.toMatch(/"7","8"|country/)
})

test('R7.16 another client key is not found, and malformed or oversized input is refused', async () => {
  const post = (key: string, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/eval/${key}`,
      headers: { 'content-type': 'application/json' },
      payload,
    })
  expect((await post('sdk-other', '{}')).statusCode).toBe(404)
  expect((await server.app.inject('/api/features/sdk-other')).statusCode).toBe(404)
  expect((await server.app.inject('/sub/sdk-other')).statusCode).toBe(404)
  for (const payload of ['', '[]', '{"attributes":[]}', '{"forcedFeatures":{}}', '{"url":1}']) {
    expect([400, 422], payload).toContain((await post('sdk-test', payload)).statusCode)
  }
  expect((await post('sdk-test', `{"url":"${'a'.repeat(200_000)}"}`)).statusCode).toBe(413)
})

test('R7.16 R17.01 a backtracking pattern (ReDoS) times out, once, and the other flags are evaluated', async () => {
  await server.deps.db.transaction(async tx => {
    await tx.delete(featureFlags)
    for (const [key, pattern] of Object.entries({ menu: '^(a+)+$', order: '^news', banner: '(b|b)*c' })) {
      const rules = [{ force: 'matched', condition: { utmSource: { $regex: pattern } } }]
      await changeFeature(tx, { key, definition: { defaultValue: 'plain', rules } })
    }
  })
  const errors = vi.spyOn(server.deps.log, 'error')
  const ask = async (utmSource: string) =>
    Answer.parse(
      (
        await server.app.inject({
          method: 'POST',
          url: '/api/eval/sdk-test',
          payload: { attributes: { utmSource } },
        })
      ).json(),
    ).features
  expect(await ask('aaaa')).toMatchObject({ menu: { defaultValue: 'matched' } })
  const plain = { defaultValue: 'plain' }
  expect(await ask(`${'a'.repeat(60)}!`)).toMatchObject({ menu: plain, order: plain })
  expect(await ask(`${'b'.repeat(60)}!`)).toMatchObject({ banner: plain })
  expect(errors.mock.calls.map(([fields]) => fields)).toEqual([{ flag: 'menu' }, { flag: 'banner' }])
  // The circuit breaker is open: repeated requests do not evaluate them.
  for (let again = 0; again < 20; again++) await ask(`${'a'.repeat(60)}!`)
  expect(errors).toHaveBeenCalledTimes(2)
  expect(await ask('newsletter')).toMatchObject({
    menu: plain,
    banner: plain,
    order: { defaultValue: 'matched' },
  })
  // A corrected definition is evaluated at once.
  await server.deps.db.transaction(tx =>
    changeFeature(tx, {
      key: 'menu',
      definition: {
        defaultValue: 'plain',
        rules: [{ force: 'mended', condition: { utmSource: { $regex: '^a+$' } } }],
      },
    }),
  )
  expect(await ask('aaaa')).toMatchObject({ menu: { defaultValue: 'mended' }, banner: plain })
})

test('R7.16 without a client key there are no flags, and their routes do not exist', async () => {
  const without = await createTestApp({ FEATURES_CLIENT_KEY: 'off' })
  expect((await without.app.inject('/config.json')).json()).toMatchObject({
    features_client_key: null,
    experiment_results_url: null,
  })
  for (const url of ['/api/features/off', '/sub/off']) {
    expect((await without.app.inject(url)).statusCode).toBe(404)
  }
  await without.close()
})
