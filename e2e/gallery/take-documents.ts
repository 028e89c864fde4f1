import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, signIn, test } from '../fixtures.ts'
import { folder } from './folder.ts'

type Payment = { id: number; receipt_url: string | null; invoice_url: string | null }

for (const situation of ['premium-card', 'company-admin', 'future-subscription']) {
  test(`the documents of ${situation}`, async ({ page }) => {
    await signIn(page, situation)
    const userId = (await page.context().cookies()).find(({ name }) => name === 'ppi')?.value
    const answer = await page.request.get(`/rest/api/prv/v1/users/${userId}/payments?limit=1`)
    const { items } = (await answer.json()) as { items: Payment[] }
    const addresses = items.flatMap(({ receipt_url, invoice_url }) =>
      [receipt_url ?? [], invoice_url ?? []].flat(),
    )
    expect(addresses).not.toEqual([])
    await mkdir(join(folder, 'doklady'), { recursive: true })
    for (const [index, address] of addresses.entries()) {
      const document = await page.request.get(address)
      expect(document.headers()['content-type']).toBe('application/pdf')
      await writeFile(join(folder, 'doklady', `${situation}-${index + 1}--pdf.pdf`), await document.body())
    }
  })
}
