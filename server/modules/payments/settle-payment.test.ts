import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recurringProfiles } from '#server/modules/subscriptions/tables.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { payments } from './tables.ts'

const server = openForFile(createMoneyApp)

test('a refund that the publisher makes at the gateway stops the renewal of what was paid for', async () => {
  const reader = await server.subscribe()
  server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
  await server.chargeDue()
  const renewal = (await reader.payments()).find(each => each.purpose === 'renewal')
  await server.money.gateway.refund({
    key: 'by-hand',
    reference: renewal?.chargeReference ?? '',
    amountCents: renewal?.amountCents ?? 0,
  })
  await eventually(
    async () =>
      (
        await server.deps.db
          .select()
          .from(payments)
          .where(eq(payments.id, renewal?.id ?? 0))
      )[0],
  ).toMatchObject({ state: 'refunded' })
  const plan = (await reader.renewals()).at(-1)
  expect(plan?.state).toBe('admin_stop')
  expect(await server.deps.db.$count(recurringProfiles, eq(recurringProfiles.state, 'admin_stop'))).toBe(1)
})
