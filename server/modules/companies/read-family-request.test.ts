import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { administer, codeOf, keyOf, signInSomebody } from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { sharedSubscriptions } from './tables.ts'

const server = openForFile(createTestApp)

describe('the link', () => {
  test('tells its holder what it gives and from whom, read-only', async () => {
    const boss = await administer(server)
    const code = codeOf(await boss.addOne())
    await server.deps.db
      .update(sharedSubscriptions)
      .set({ companyName: 'Kníhviazačstvo Pod Lipou, s. r. o.' })
      .where(eq(sharedSubscriptions.subscriptionId, boss.subscription.id))
    const answer = await openBrowser(server.app).get(`/rest/api/prv/v1/family-requests/${code}`)
    expect(answer.json()).toMatchObject({
      kind: 'company',
      from: 'Kníhviazačstvo Pod Lipou, s. r. o.',
      group: 'premium',
      period: { to: boss.subscription.endsAt.toString() },
    })
    expect(answer.body).not.toContain('@')
    expect((await (await signInSomebody(server)).take(code)).statusCode).toBe(201)
    const used = await openBrowser(server.app).get(`/rest/api/prv/v1/family-requests/${code}`)
    expect(keyOf(used)).toBe('family_code_expired')
  })
})
