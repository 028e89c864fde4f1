import { describe, expect, test } from 'vitest'
import { administer, codeOf, keyOf, signInSomebody } from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { accesses } from './tables.ts'

const server = openForFile(createTestApp)

describe('the link', () => {
  test('can’t be forged, neither from the table nor by changing another one', async () => {
    const boss = await administer(server)
    const code = codeOf(await boss.addOne())
    const kept = JSON.stringify(await server.deps.db.select().from(accesses))
    expect(kept).not.toContain(code)
    const employee = await signInSomebody(server)
    const forged = [
      code.slice(0, 22),
      `${code.slice(0, 43)}${code.endsWith('A') ? 'B' : 'A'}`,
      `${code.slice(0, 22)}${'A'.repeat(22)}`,
      'x',
      '%00',
      'á'.repeat(12),
    ]
    for (const each of forged) {
      const answer = await employee.take(encodeURIComponent(each))
      expect([answer.statusCode, keyOf(answer)]).toEqual([404, 'family_request_not_found'])
    }
    expect((await employee.take(code)).statusCode).toBe(201)
  })
})
