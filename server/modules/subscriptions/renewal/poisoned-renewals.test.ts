import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listFailedItems } from '#server/platform/jobs/failed-items.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { recurringProfiles } from '../tables.ts'

const server = openForFile(createMoneyApp)

/** A reader whose renewal is due. */
async function dueReader() {
  const now = server.clock.now()
  return server.subscribe({ endsAt: now.add({ hours: 47 }) })
}
const failed = async () =>
  (await listFailedItems(server.deps.db, { task: 'charge-renewals', limit: 500 })).map(({ item, tries }) => [
    Number(item),
    tries,
  ])

test('R11.15 renewals that cannot be claimed or written are put off and shown, and the others are charged', async () => {
  const { db } = server.deps
  const priceless: Awaited<ReturnType<typeof dueReader>>[] = []
  // More than one batch, and due before the others.
  for (let made = 0; made < 10; made++) priceless.push(await dueReader())
  const setPrices = (cents: number) =>
    db.execute(sql`update recurring_profiles set price_cents = ${cents}
      where price_cents is not null and subscription_id in ${priceless.map(each => each.subscriptionId)}`)
  await setPrices(-1)
  const unwritable = await dueReader()
  await db.execute(sql`create function refuse_period() returns trigger language plpgsql as
    'begin raise exception ''broken''; end'`)
  await db.execute(
    sql.raw(`create trigger refuse_period before insert on subscriptions for each row
    when (new.user_id = ${unwritable.id}) execute function refuse_period()`),
  )
  const good = await dueReader()

  await server.chargeDue()
  await server.chargeDue()
  await server.chargeDue()
  expect(await good.periods()).toHaveLength(2)
  const broken = await Promise.all(
    [...priceless, unwritable].map(async each => (await each.renewals())[0]?.id),
  )
  const given = await failed()
  expect(new Set(given.map(([id]) => id))).toEqual(new Set(broken))

  // No retry before its backoff is over, and an earlier charge is found and not repeated.
  const { taken } = await server.gateway.ledger()
  await server.chargeDue()
  expect(await failed()).toEqual(given)
  await db.execute(sql`drop trigger refuse_period on subscriptions`)
  await setPrices(8990)
  server.clock.advance('PT1M')
  await server.chargeDue()
  await server.chargeDue()
  expect(await failed()).toEqual([])
  for (const each of [...priceless, unwritable]) expect(await each.periods()).toHaveLength(2)
  expect((await server.gateway.ledger()).taken).toBe(taken + priceless.length * 8990)
  expect(await db.select().from(recurringProfiles).where(eq(recurringProfiles.state, 'active'))).not.toEqual(
    [],
  )
})
