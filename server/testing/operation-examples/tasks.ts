import { noteFailure } from '#server/platform/jobs/failed-items.ts'
import type { Examples } from './example.ts'

export const taskExamples: Examples = {
  'tasks failed': async () => ({}),
  'tasks retry': async ({ deps }) => {
    await noteFailure(deps, { task: 'expire-orders', id: 12 }, new Error('No such page'))
    return { task: 'expire-orders', items: ['12'] }
  },
}
