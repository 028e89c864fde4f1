import { addAccesses } from '#contract/companies/companies.ts'
import { type Added, administer } from '../make/company-people.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { type Form, outcomeOf } from './form.ts'

/** Text inputs of inviting to accesses. */
export async function companyForms(server: MoneyApp): Promise<Form[]> {
  const { add } = await administer(server)
  return [
    {
      endpoint: addAccesses,
      fields: { email: 'refused' },
      atOnce: 8,
      send: async json => outcomeOf(await add(json)),
    },
    {
      endpoint: addAccesses,
      fields: { 'emails[]': 'refused' },
      atOnce: 8,
      send: async ({ 'emails[]': email = '' }) => {
        const answer = await add({ emails: [email] })
        // Each address has its own result beside the input; a blank line has none.
        const { results = [] } = answer.json<Partial<Added>>()
        const error = email.trim() === '' && results.length === 0 ? blankLine : results[0]?.error
        if (!error) return outcomeOf(answer)
        return { refused: [{ ...error, field: 'emails[]' }], status: 422, body: error.message }
      },
    },
  ]
}

const blankLine = { key: 'required', message: 'A blank line is left out' }
