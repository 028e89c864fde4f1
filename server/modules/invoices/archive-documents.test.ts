import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { capacities } from '#server/platform/limits/limits.ts'
import { openCompanySales } from '#server/testing/make/company-sales.ts'
import { makeEInvoices } from '#server/testing/make/e-invoices.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { drawAside } from './draw-document/draw-aside.ts'

const server = openForFile(openCompanySales)

test('R17.03 R12.04 an archive begins at once, though so many others draw that it has to wait', async () => {
  const boss = await server.administer()
  await boss.browser.signIn(boss.email)
  const [sample] = makeEInvoices()
  if (!sample) throw new Error('There is no sample of a document')
  const { kind, content } = sample
  const issuedAt = server.clock.now()
  const { atOnce, waiting } = capacities.documents
  const over = performance.now() + 2000
  let number = 0
  /** Others, who keep the queue full: who is refused tries again. */
  const others = Array.from({ length: atOnce + waiting + 1 }, async () => {
    while (performance.now() < over) {
      number += 1
      await drawAside({ kind, content, issuedAt, number: String(number) }).catch(() => pause(5))
    }
  })
  const zip = await boss.browser.get(`${boss.own}/companies/${boss.subscriptionId}/archives/2027.zip`)
  expect(zip.statusCode).toBe(200)
  expect(zip.rawPayload.toString('latin1')).toContain('%PDF')
  await Promise.all(others)
})
