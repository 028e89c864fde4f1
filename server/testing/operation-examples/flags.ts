import { changeFeature } from '#server/modules/feature-flags/index.ts'
import type { Examples } from './example.ts'

const definition = { defaultValue: 'keep_first', rules: [{ force: 'upgrade_first', condition: { id: '7' } }] }

export const flagExamples: Examples = {
  'flags list': async () => ({}),
  'flags results': async () => ({}),
  'flags change': async () => ({ key: `flag_${crypto.randomUUID()}`, definition }),
  'flags remove': async ({ deps }) => {
    const key = `flag_${crypto.randomUUID()}`
    await deps.db.transaction(tx => changeFeature(tx, { key, definition: { ...definition, rules: [] } }))
    return { key }
  },
}
