import { changeFeature, changeSharedPart } from '#server/modules/feature-flags/index.ts'
import type { Examples } from './example.ts'

const definition = { defaultValue: 'keep_first', rules: [{ force: 'upgrade_first', condition: { id: '7' } }] }

const part = { kind: 'saved_group' as const, definition: ['7', '8'] }

export const flagExamples: Examples = {
  'flags list': async () => ({}),
  'flags parts': async () => ({}),
  'flags change-part': async () => ({ ...part, key: `group_${crypto.randomUUID()}` }),
  'flags remove-part': async ({ deps }) => {
    const key = `group_${crypto.randomUUID()}`
    await deps.db.transaction(tx => changeSharedPart(tx, { ...part, key }))
    return { kind: part.kind, key }
  },
  'flags results': async () => ({}),
  'flags change': async () => ({ key: `flag_${crypto.randomUUID()}`, definition }),
  'flags remove': async ({ deps }) => {
    const key = `flag_${crypto.randomUUID()}`
    await deps.db.transaction(tx => changeFeature(tx, { key, definition: { ...definition, rules: [] } }))
    return { key }
  },
}
