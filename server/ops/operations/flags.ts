import * as z from 'zod'
import {
  changeFeature,
  FeatureDefinition,
  FeatureKey,
  readFeatures,
  removeFeature,
} from '#server/modules/feature-flags/index.ts'
import { defineRead, defineWrite } from '../operation.ts'

const Flag = z.object({ key: z.string(), definition: FeatureDefinition })
const Key = FeatureKey.describe('letters, digits and _ . : | -, e.g. stop_offer_order')

export const flagOperations = [
  defineRead({
    name: 'flags list',
    summary: 'Lists the feature flags with their rules.',
    http: { method: 'GET', path: '/flags' },
    scope: 'flags:read',
    input: z.object({}),
    output: z.object({ items: z.array(Flag) }),
    run: async deps => ({
      answer: {
        items: Object.entries(await readFeatures(deps)).map(([key, definition]) => ({ key, definition })),
      },
    }),
  }),

  defineWrite({
    name: 'flags change',
    summary: 'Adds a feature flag or gives one other rules; pages that are open follow within two seconds.',
    http: { method: 'PUT', path: '/flags/:key' },
    scope: 'flags:write',
    input: z.object({
      key: Key,
      definition: FeatureDefinition.describe(
        'as GrowthBook writes a feature: defaultValue, and rules of which the first that fits decides',
      ),
    }),
    output: Flag.extend({ outcome: z.enum(['added', 'changed', 'unchanged']) }),
    run: async ({ tx }, { key, definition }) => {
      const before = (await readFeatures({ db: tx }))[key]
      const outcome = await changeFeature(tx, { key, definition })
      return {
        answer: { key, definition, outcome },
        target: `flag ${key}`,
        before: before ? asJson(before) : null,
        after: asJson(definition),
      }
    },
  }),

  defineWrite({
    name: 'flags remove',
    summary: 'Removes a feature flag; pages that depend on it show what they show without flags.',
    http: { method: 'DELETE', path: '/flags/:key' },
    scope: 'flags:write',
    input: z.object({ key: Key }),
    output: Flag,
    run: async ({ tx }, { key }) => {
      const definition = await removeFeature(tx, key)
      return { answer: { key, definition }, target: `flag ${key}`, before: asJson(definition), after: null }
    },
  }),
]

const asJson = (definition: FeatureDefinition) => z.json().parse(JSON.parse(JSON.stringify(definition)))
