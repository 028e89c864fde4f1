import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normaliseCouponCode } from '#contract/coupons/coupon-code.ts'
import { coupons, gifts } from '#server/modules/coupons/tables.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { makeCoupon } from '#server/testing/make/coupon.ts'
import { openFileLoad } from '#server/testing/make/load-files.ts'
import { makeReader } from '#server/testing/make/reader.ts'

const { db, clock, load: loadFile, close } = await openFileLoad()
let reader: string
beforeAll(async () => {
  reader = (await makeReader({ db, clock })).email
  await makeCoupon({ db, clock })
  await db.delete(coupons)
})
afterAll(close)

const load = (rows: object[]) => loadFile('coupons.json', rows)
const unused = {
  code: 'ABCD-EFGH-2345',
  product: 'coupon_premium_P1Y',
  kind: 'code',
  state: 'unused',
  expires: 'P1Y',
}

test('codes are loaded as digests, and one that was used since stays used', async () => {
  const present = {
    ...unused,
    code: 'GIFT-EFGH-2345',
    kind: 'gift',
    gift: { buyer: reader, email: 'Friend@example.com', name: 'Eva', send_on: '2027-03-28', message: 'Ahoj' },
  }
  expect((await load([unused, present])).files[0]).toMatchObject({ added: 2 })
  const rows = await db.select().from(coupons)
  expect(rows.every(row => /^[\w-]{43}$/.test(row.codeHash))).toBe(true)
  expect(await db.select().from(gifts)).toMatchObject([
    {
      email: 'friend@example.com',
      recipientName: 'Eva',
      sendOn: '2027-03-28',
      sentAt: null,
      message: 'Ahoj',
    },
  ])
  const user = await makeReader({ db, clock })
  await db.update(coupons).set({ usedAt: clock.now(), usedBy: user.id })
  const again = [{ ...unused, code: 'abcd efgh 2345' }, present]
  expect((await load(again)).files[0]).toMatchObject({ added: 0, unchanged: 2 })
  expect((await db.select().from(coupons)).every(row => row.usedBy === user.id)).toBe(true)
})

test('R17.01 a gift that was sent again under another code, or cancelled, is not brought back by its file', async () => {
  const gift = { buyer: reader, email: 'friend@example.com', send_on: '2027-03-28' }
  const present = { ...unused, kind: 'gift', expires: '2190-01-01', gift }
  const rows = [
    { ...present, code: 'SENT-EFGH-2345' },
    { ...present, code: 'STOP-EFGH-2345' },
  ]
  expect((await load(rows)).files[0]).toMatchObject({ added: 2 })
  const change = (code: string, to: Partial<typeof coupons.$inferInsert>) =>
    db
      .update(coupons)
      .set(to)
      .where(eq(coupons.codeHash, hashToken(normaliseCouponCode(code))))
  await change('SENT-EFGH-2345', { codeHash: hashToken('new') })
  await change('STOP-EFGH-2345', { expiresAt: clock.now() })
  const before = await db.select().from(coupons)
  expect((await load(rows)).files[0]).toMatchObject({ added: 0, unchanged: 2 })
  expect(await db.select().from(coupons)).toEqual(before)
})

test.each([
  [{ ...unused, code: 'AB-CD' }, /"code" has fewer than 12 letters and digits/],
  [{ ...unused, state: 'used' }, /"state" is "used" exactly when/],
  [{ ...unused, kind: 'gift' }, /"gift" is there exactly when/],
  [{ ...unused, state: 'expired' }, /"expires" is still to come/],
  [{ ...unused, product: 'nothing' }, /names the product "nothing", which is not there/],
])('a faulty code names its line and field: %#', async (row, fault) => {
  await expect(load([row])).rejects.toThrow(fault)
})
