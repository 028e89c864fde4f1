import { setKnownTrouble } from '#server/modules/known-troubles/index.ts'
import type { Examples } from './example.ts'

const texts = { titleSk: 'Nejde to.', titleEn: 'Broken.', textSk: 'Opravujeme.', textEn: 'Being mended.' }

export const knownTroubleExamples: Examples = {
  'troubles list': async () => ({}),
  'troubles set': async () => ({
    code: `trouble-${crypto.randomUUID()}`,
    title_sk: texts.titleSk,
    title_en: texts.titleEn,
    text_sk: texts.textSk,
    text_en: texts.textEn,
  }),
  'troubles end': async ({ deps }) => {
    const code = `trouble-${crypto.randomUUID()}`
    const trouble = { code, ...texts, link: null, access: [], until: null }
    await deps.db.transaction(tx => setKnownTrouble(tx, deps.clock, trouble))
    return { code }
  },
}
