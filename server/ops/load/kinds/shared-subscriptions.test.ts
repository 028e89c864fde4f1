import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accesses, sharedSubscriptions } from '#server/modules/companies/tables.ts'
import { products, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { openFileLoad } from '#server/testing/make/load-files.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSharedSubscription } from '#server/testing/make/shared-subscription.ts'

const { db, clock, load: loadFile, close } = await openFileLoad()
let boss: string
let employee: string
beforeAll(async () => {
  const deps = { db, clock }
  const [first, second] = [await makeReader(deps), await makeReader(deps)]
  boss = first.email
  employee = second.email
  const shared = await makeSharedSubscription(deps, { userId: first.id, seats: 2 })
  await db.update(subscriptions).set({ sourceKey: 'company-1' }).where(eq(subscriptions.id, shared.id))
  await db.insert(subscriptions).values({
    userId: second.id,
    productCode: shared.productCode,
    priceCents: 0,
    startsAt: shared.startsAt,
    endsAt: shared.endsAt,
  })
})
afterAll(close)

const load = (rows: object[]) => loadFile('companies.json', rows)
const company = () => ({
  key: 'one',
  subscription: 'company-1',
  administrator: boss,
  company: { name: 'Pod Lipou, s. r. o.', id: '99000407' },
  accesses: [
    { email: employee, state: 'active', invited: '-P2M', active_from: '-P1M 09:00' },
    { email: 'new@firma.example', state: 'waiting', invited: '-P3D 10:00' },
    { email: 'gone@firma.example', state: 'deactivated', invited: '-P2M', deactivated: '-P1M' },
  ],
})

test('R3.09 R4.10 a company is loaded with its accesses, and what happened to them since stays', async () => {
  expect((await load([company()])).files[0]).toMatchObject({ added: 1 })
  const rows = await db.select().from(accesses).orderBy(accesses.id)
  expect(rows.map(row => [row.email, row.userId !== null, row.seatSubscriptionId !== null])).toEqual([
    [employee, true, true],
    ['new@firma.example', false, false],
    ['gone@firma.example', false, false],
  ])
  expect(rows.map(row => row.deactivatedAt !== null)).toEqual([false, false, true])

  await db.update(accesses).set({ deactivatedAt: clock.now() }).where(eq(accesses.email, 'new@firma.example'))
  expect((await load([company()])).files[0]).toMatchObject({ added: 0, unchanged: 1 })
  const after = await db.select().from(accesses).orderBy(accesses.id)
  expect(after.map(row => row.deactivatedAt !== null)).toEqual([false, true, true])

  const renamed = { ...company(), company: { name: 'Pod Dubom, s. r. o.' } }
  expect((await load([renamed])).files[0]).toMatchObject({ changed: 1 })
  expect(await db.select().from(sharedSubscriptions)).toMatchObject([
    { companyName: 'Pod Dubom, s. r. o.', companyId: null, seats: 2 },
  ])
})

test('a company is loaded again as before, though its package has fewer seats by now', async () => {
  await load([company()])
  await db.update(products).set({ seats: 1 })
  expect((await load([company()])).files[0]).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
  await db.update(sharedSubscriptions).set({ seats: 1 })
  expect((await load([company()])).files[0]).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
  const more = { email: 'more@firma.example', state: 'waiting', invited: '-P3D 10:00' }
  await expect(load([{ ...company(), accesses: [...company().accesses, more] }])).rejects.toThrow(
    /With "accesses" 2 are not deactivated, and there are 1 places/,
  )
  await db.update(products).set({ seats: 2 })
  await db.update(sharedSubscriptions).set({ seats: 2 })
})

test('a company whose last place was given here is refused another', async () => {
  await db.update(accesses).set({ deactivatedAt: clock.now() }).where(eq(accesses.email, 'new@firma.example'))
  const [shared] = await db.select().from(sharedSubscriptions)
  const here = {
    subscriptionId: shared?.subscriptionId ?? 0,
    email: 'here@firma.example',
    invitedAt: clock.now(),
    linkKey: 'x'.repeat(22),
    linkExpiresAt: clock.now().add({ hours: 24 }),
  }
  await db.insert(accesses).values(here)
  const adding = (email: string) => {
    const more = { email, state: 'waiting', invited: '-P3D 10:00' }
    return load([{ ...company(), accesses: [...company().accesses, more] }])
  }
  await expect(adding('more@firma.example')).rejects.toThrow(/With "accesses" 3 are not deactivated/)
  await db.delete(accesses).where(eq(accesses.email, 'here@firma.example'))
})

test('a fault names its line, its field and the cure', async () => {
  const [active, waiting] = company().accesses
  const refused = (changes: object) => load([{ ...company(), key: 'two', ...changes }])
  await expect(refused({ accesses: [{ ...active, active_from: undefined }] })).rejects.toThrow(
    /"accesses\.0\.active_from" is missing, since the access is active/,
  )
  await expect(refused({ accesses: [{ ...active, email: boss }] })).rejects.toThrow(
    /whose access is active but who has no such subscription/,
  )
  await expect(refused({ accesses: [active, waiting, { ...waiting, email: 'x@y.sk' }] })).rejects.toThrow(
    /With "accesses" 3 are not deactivated, and there are 2 places/,
  )
  const gone = { ...waiting, email: 'NEW@firma.example', state: 'deactivated', deactivated: '-P1D' }
  await expect(refused({ accesses: [gone, waiting] })).rejects.toThrow(
    /accesses\[1\]\.email: "accesses\.1\.email" is of an access above/,
  )
  await expect(refused({ administrator: 'nobody@firma.example' })).rejects.toThrow(
    /"administrator" names the reader "nobody@firma\.example"/,
  )
})

test('R3.09 an imported seat ends with its subscription', async () => {
  const [shared] = await db.select().from(subscriptions).where(eq(subscriptions.sourceKey, 'company-1'))
  const place = {
    key: 'place-1',
    reader: employee,
    product: shared?.productCode,
    from: '-P1M 09:00',
    price_cents: 0,
    seat_of: 'company-1',
    recurrence: { state: 'unavailable', reason: 'no_payment' },
  }
  await loadFile('subscriptions.json', [place])
  const [loaded] = await db.select().from(subscriptions).where(eq(subscriptions.sourceKey, 'place-1'))
  expect(loaded?.endsAt).toEqual(shared?.endsAt)
})
