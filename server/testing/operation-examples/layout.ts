import type { Examples } from './example.ts'

export const layoutExamples: Examples = {
  'layout list': async () => ({}),
  'layout change': async () => ({
    block: 'sme-header',
    locale: 'sk',
    items: [{ type: 'html', html: `<nav>${crypto.randomUUID()}</nav>` }],
  }),
}
