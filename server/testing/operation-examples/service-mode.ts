import type { Examples } from './example.ts'

export const serviceModeExamples: Examples = {
  'mode show': async () => ({}),
  'mode set': async () => ({ name: 'read_only', note: 'Presun databázy' }),
  'mode end': async () => ({ note: 'Databáza je presunutá' }),
}
