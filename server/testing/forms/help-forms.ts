import { countFaqUse } from '#contract/faq/faq.ts'
import { writeToHelpDesk } from '#contract/help/write-to-help-desk.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import { type Form, outcomeOf } from './form.ts'

/** Text inputs of the questions and of the contact form. */
export function helpForms(server: MoneyApp): Form[] {
  const visitor = openBrowser(server.app)
  const right = {
    topic: 'other',
    name: '',
    email: 'visitor@dennik.example',
    message: 'Ako?',
    details: '',
    lang: 'sk',
  }
  return [
    {
      endpoint: countFaqUse,
      fields: { 'uses[].about': 'used' },
      refusedAs: { 'uses[].about': 'uses.0.about' },
      atOnce: 8,
      send: async ({ 'uses[].about': about = 'slovo' }) => {
        const uses = [{ kind: 'nothing_found', about }]
        return outcomeOf(await visitor.post(countFaqUse.path, { json: { lang: 'sk', uses } }))
      },
    },
    {
      endpoint: writeToHelpDesk,
      fields: { name: 'used', message: 'used', details: 'used', email: 'refused' },
      atOnce: 8,
      send: async texts =>
        outcomeOf(await visitor.post(writeToHelpDesk.path, { json: { ...right, ...texts } })),
    },
  ]
}
