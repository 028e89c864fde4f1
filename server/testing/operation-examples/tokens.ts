import { openOperator } from '../make/operator.ts'
import type { Examples } from './example.ts'

export const tokenExamples: Examples = {
  'tokens list': async () => ({}),
  'tokens create': async () => ({
    name: `desk-${crypto.randomUUID()}`,
    scopes: ['tokens:write'],
    valid_days: 7,
  }),
  'tokens revoke': async server => ({ name: (await openOperator(server, ['audit:read'])).name }),
}
