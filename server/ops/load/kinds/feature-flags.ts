import { changeFeature, FeatureDefinition, FeatureKey } from '#server/modules/feature-flags/index.ts'
import { defineKind } from '../kind.ts'

/** The publisher's feature flags; browsers that are open learn of a change at once. */
export const featureFlagsKind = defineKind({
  name: 'feature-flags',
  schema: FeatureDefinition.extend({ key: FeatureKey }),
  keyOf: ({ key }) => key,
  write: ({ tx }, { key, ...definition }) => changeFeature(tx, { key, definition }),
})
