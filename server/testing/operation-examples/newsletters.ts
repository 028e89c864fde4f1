import { makeNewsletter } from '../make/newsletter.ts'
import type { Examples } from './example.ts'

/** A newsletter as an operator describes it. */
export const describedNewsletter = {
  category: 'sme',
  title_sk: 'Ranný výber',
  title_en: 'Morning selection',
  description_sk: 'Čo sa stalo cez noc.',
  description_en: 'What happened overnight.',
  frequency_sk: 'každý deň',
  frequency_en: 'every day',
}

export const newsletterExamples: Examples = {
  'newsletters list': async () => ({}),
  'newsletters add': async () => ({ code: `new-${crypto.randomUUID()}`, ...describedNewsletter }),
  'newsletters change': async server => ({
    code: (await makeNewsletter(server.deps)).code,
    title_sk: 'Večerný súhrn',
    locked: true,
  }),
}
