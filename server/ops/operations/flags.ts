import * as z from 'zod'
import {
  changeFeature,
  changeSharedPart,
  FeatureDefinition,
  FeatureKey,
  JsonValue,
  listExperimentResults,
  listSharedParts,
  readFeatures,
  removeFeature,
  removeSharedPart,
  SharedPart,
  SharedPartKind,
} from '#server/modules/feature-flags/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { Instant } from '../fields.ts'
import { defineRead, defineWrite } from '../operation.ts'

const PartKey = FeatureKey.describe('by which rules name it')
const partFields = { kind: SharedPartKind, key: z.string(), definition: z.unknown() }
const Part = z.object(partFields)
const Flag = z.object({ key: z.string(), definition: FeatureDefinition })
const Result = z.object({
  experiment_key: z.string(),
  variation_id: z.int(),
  variation_key: z.string(),
  groups: z.int().describe('of readers who saw it'),
  views: z.int(),
  first_at: Instant,
  last_at: Instant,
})
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

  defineRead({
    name: 'flags parts',
    summary: 'Lists the saved groups and contextual bandits that rules of feature flags refer to.',
    http: { method: 'GET', path: '/flag-parts' },
    scope: 'flags:read',
    input: z.object({}),
    output: z.object({ items: z.array(Part) }),
    run: async deps => ({ answer: { items: await listSharedParts(deps) } }),
  }),

  defineWrite({
    name: 'flags change-part',
    summary: 'Adds a saved group or a contextual bandit, or gives one another definition.',
    http: { method: 'PUT', path: '/flag-parts/:kind/:key' },
    scope: 'flags:write',
    input: z.object({
      kind: SharedPartKind,
      key: PartKey,
      definition: JsonValue.describe('as GrowthBook writes it'),
    }),
    output: z.object({ ...partFields, outcome: z.enum(['added', 'changed', 'unchanged']) }),
    run: async ({ tx }, { kind, key, definition }) => {
      const parsed = SharedPart.safeParse({ kind, definition })
      if (!parsed.success) {
        const message = 'is none that GrowthBook writes for this kind.'
        throw new AppError({ key: 'invalid_input', field: 'definition', message })
      }
      const part = { ...parsed.data, key }
      const before = (await listSharedParts({ db: tx })).find(each => each.kind === kind && each.key === key)
      const outcome = await changeSharedPart(tx, part)
      return {
        answer: { ...part, outcome },
        target: `${kind} ${key}`,
        before: before ? asJson(before.definition) : null,
        after: asJson(part.definition),
      }
    },
  }),

  defineWrite({
    name: 'flags remove-part',
    summary: 'Removes a saved group or a contextual bandit; a rule that names the group then fits nobody.',
    http: { method: 'DELETE', path: '/flag-parts/:kind/:key' },
    scope: 'flags:write',
    refusals: ['not_found'],
    input: z.object({ kind: SharedPartKind, key: PartKey }),
    output: Part,
    run: async ({ tx }, named) => {
      const part = await removeSharedPart(tx, named)
      return {
        answer: { ...part, key: named.key },
        target: `${named.kind} ${named.key}`,
        before: asJson(part.definition),
        after: null,
      }
    },
  }),

  defineRead({
    name: 'flags results',
    summary:
      'Tells how often each variation of an experiment was shown, where the embedded service counts it.',
    http: { method: 'GET', path: '/experiment-results' },
    scope: 'flags:read',
    input: z.object({}),
    output: z.object({ items: z.array(Result) }),
    run: async deps => {
      const rows = await listExperimentResults(deps)
      return {
        answer: {
          items: rows.map(row => ({
            experiment_key: row.experimentKey,
            variation_id: row.variationId,
            variation_key: row.variationKey ?? '',
            groups: row.groups,
            views: row.views,
            first_at: row.firstAt?.toString() ?? '',
            last_at: row.lastAt?.toString() ?? '',
          })),
        },
      }
    },
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
      // Not by its name, which may be one that every object has.
      const [, before] = Object.entries(await readFeatures({ db: tx })).find(([name]) => name === key) ?? []
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
    refusals: ['not_found'],
    input: z.object({ key: Key }),
    output: Flag,
    run: async ({ tx }, { key }) => {
      const definition = await removeFeature(tx, key)
      return { answer: { key, definition }, target: `flag ${key}`, before: asJson(definition), after: null }
    },
  }),
]

const asJson = (definition: unknown) => JsonValue.parse(JSON.parse(JSON.stringify(definition)))
