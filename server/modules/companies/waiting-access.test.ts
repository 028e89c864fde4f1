import { expect, test } from 'vitest'
import type { Concern } from '#contract/subscriptions/concerns.ts'
import { openCompanySales } from '#server/testing/make/company-sales.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)

test('R13.10 of two accesses that wait the one whose link works longest is shown, and the other once that has ended', async () => {
  const ending = await server.administer()
  const [{ period } = { period: { to: '' } }] = await ending.shared()
  const endsAt = Temporal.Instant.from(period.to)
  server.clock.set(endsAt.subtract({ hours: 48 }).toString())
  const lasting = await server.administer()
  const reader = await server.signIn()
  const offered = async () => {
    await reader.browser.signIn(reader.email)
    const { concerns } = await reader.get<{ concerns: Concern[] }>('subscriptions')
    return concerns.flatMap(each => (each.kind === 'offer' ? [each.url] : []))
  }
  const second = await lasting.invite(reader.email)
  server.clock.advance('PT1H')
  const first = await ending.invite(reader.email)
  expect(await offered()).toEqual([first?.activation_url])
  server.clock.set(endsAt.add({ hours: 1 }).toString())
  expect(await offered()).toEqual([second?.activation_url])
})
