import fc from 'fast-check'

/** A reader, as flags see one. */
export const attributes = fc.record(
  {
    id: fc.string(),
    userId: fc.integer({ min: 1, max: 50 }).map(String),
    isUserSubscriber: fc.boolean(),
    userSubscriptionRoles: fc.subarray(['web', 'article', 'premium']),
    ppSplitTest: fc.integer({ min: 1, max: 10_000 }),
    utmSource: fc.constantFrom('newsletter', 'social', ''),
  },
  { requiredKeys: [] },
)

const comparison = fc.oneof(
  fc.boolean(),
  fc.integer({ min: 1, max: 10_000 }),
  fc.record({ $gt: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ $in: fc.subarray(['newsletter', 'social', '7']) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $elemMatch: fc.record({ $eq: fc.constantFrom('article', 'web') }) }),
  fc.record({ $regex: fc.constantFrom('^news', '[0-9]', '(') }),
  fc.record({ $not: fc.record({ $eq: fc.constantFrom('social', 3) }) }),
)
const simpleCondition = fc.dictionary(
  fc.constantFrom(
    'id',
    'userId',
    'isUserSubscriber',
    'userSubscriptionRoles',
    'ppSplitTest',
    'utmSource',
    'nothing',
  ),
  comparison,
  { maxKeys: 2 },
)
const condition = fc.oneof(
  simpleCondition,
  fc.record({ $or: fc.array(simpleCondition, { maxLength: 3 }) }),
  fc.record({ $not: simpleCondition }),
)

const value = fc.oneof(
  fc.boolean(),
  fc.integer(),
  fc.string(),
  fc.constant(null),
  fc.record({ text: fc.string() }),
)
const hashAttribute = fc.constantFrom('id', 'userId', 'ppSplitTest')
const share = fc.integer({ min: 0, max: 100 }).map(each => each / 100)
const force = fc.record(
  { force: value, condition, coverage: share, hashAttribute },
  { requiredKeys: ['force'] },
)
const experiment = fc
  .record(
    {
      variations: fc.array(value, { minLength: 2, maxLength: 4 }),
      key: fc.constantFrom('first', 'second', 'third'),
      condition,
      coverage: share,
      hashAttribute,
      hashVersion: fc.constantFrom(1, 2),
      seed: fc.string(),
    },
    { requiredKeys: ['variations'] },
  )
  .chain(rule =>
    fc
      .constantFrom({}, { weights: rule.variations.map(() => 1 / rule.variations.length) })
      .map(weights => ({ ...rule, ...weights })),
  )
export const names = ['order', 'banner', 'price-note', 'menu']
/** Flags of any kind that GrowthBook makes. */
export const features = fc.dictionary(
  fc.constantFrom(...names),
  fc.record({ defaultValue: value, rules: fc.array(fc.oneof(force, experiment), { maxLength: 4 }) }),
)
