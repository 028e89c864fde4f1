import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#contract/addresses/addresses.ts'
import { isErrorKey } from '#contract/errors.ts'
import { makeReader } from '#server/testing/make-reader.ts'
import { naughtyStrings } from '#server/testing/naughty-strings.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/test-browser.ts'

let server: TestApp
let browser: TestBrowser
let addresses: string
beforeAll(async () => {
  server = await createTestApp()
  const reader = await makeReader(server.deps)
  browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  addresses = `/rest/api/prv/v1/users/${reader.id}/addresses`
})
afterAll(() => server.close())

const address = {
  type: 'invoice',
  name: 'Jana',
  surname: 'Kováčová',
  street: 'Lipová',
  number: '14',
  city: 'Trnava',
  zip: '1010',
  // A country whose rules let the most through.
  country: 'AT',
  company_name: 'Pod Lipou',
  company_id: 'FN 12345 a',
  company_tax_id: '12 345/6789',
  company_vat_id: 'ATU12345678',
}
const optional = new Set(['street', 'zip', 'company_id', 'company_tax_id', 'company_vat_id'])
const numbers = new Set(['company_id', 'company_tax_id', 'company_vat_id'])

/** What is kept of a text: without the space around it, and numbers of companies without any. */
function keptOf(field: string, text: string): string | null {
  const kept = numbers.has(field) ? text.replaceAll(/\s/g, '').toUpperCase() : text.trim()
  return kept === '' && optional.has(field) ? null : kept
}

test.each(Object.keys(address))(
  'whatever is typed as %s is kept exactly or refused clearly at that field',
  async field => {
    const outcomes = { kept: 0, refused: 0 }
    for (const text of naughtyStrings) {
      const answer = await browser.post(addresses, { json: { ...address, [field]: text } })
      if (answer.statusCode === 201) {
        const { id } = answer.json<Address>()
        const { items } = (await browser.get(addresses)).json<{ items: Record<string, unknown>[] }>()
        expect(items.find(item => item['id'] === id)?.[field], JSON.stringify(text)).toBe(keptOf(field, text))
        await browser.delete(`${addresses}/${id}`)
        outcomes.kept++
        continue
      }
      expect([400, 422], JSON.stringify(text)).toContain(answer.statusCode)
      const { errors } = answer.json<{ errors: { key: string; field: string; message: string }[] }>()
      expect(errors.every(error => error.field === field && isErrorKey(error.key))).toBe(true)
      if (text.trim().length > 3) expect(answer.body).not.toContain(JSON.stringify(text).slice(1, -1))
      outcomes.refused++
    }
    expect(outcomes.kept + outcomes.refused).toBe(naughtyStrings.length)
    expect(outcomes.refused).toBeGreaterThan(0)
  },
  60_000,
)
