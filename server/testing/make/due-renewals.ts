import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { StoredCard } from '#server/demo/gateway/store.ts'
import { hashPassword } from '#server/modules/identity/index.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { testPassword } from '../setup/test-browser.ts'
import { makeProduct } from './purchase.ts'

const tokenOf = (number: number) => `demo-card-renewal-${number}`

/** The cards of so many renewals, as a demo gateway is given them. */
export const renewalCards = (count: number): Omit<StoredCard, 'behaviour'>[] =>
  Array.from({ length: count }, (_, index) => ({
    token: tokenOf(index + 1),
    brand: 'Visa',
    last4: '4242',
    validUntil: '2099-12-31',
  }))

/**
 * Puts many readers into the database at once, each with a year that renews by a card of its own.
 *
 * @param chargeAt when the charges are due
 */
export async function makeRenewals(db: Db, count: number, chargeAt: Temporal.Instant): Promise<void> {
  const at = chargeAt.toString()
  await db.execute(sql`
    insert into products (code, "group", audience, price_cents, currency, length, access, device_limit, seats,
      renews_into, name_sk, name_en, sold)
    values ('renewed_1y', 'premium', 'person', 8990, 'EUR', 'P1Y', '{web}', 6, 1, 'renewed_1y', 'Prémium', 'Premium', true)
    on conflict do nothing`)
  await db.execute(sql`
    with numbers as (select generate_series(1, ${count}::int) as number),
    readers as (
      insert into users (email, locale, registered_at, registered_via)
      select 'renewal-' || number || '@dennik.example', 'sk', now(), 'web' from numbers returning id, email),
    numbered as (select id, split_part(split_part(email, '@', 1), '-', 2)::int as number from readers),
    kept as (
      insert into cards (user_id, gateway_token, brand, last4, valid_until)
      select id, 'demo-card-renewal-' || number, 'Visa', '4242', '2099-12-31' from numbered returning id, user_id),
    paid as (
      insert into payments (user_id, product_code, method, state, amount_cents, at)
      select id, 'renewed_1y', 'card', 'paid', 8990, ${at}::timestamptz - interval '363 days'
      from numbered returning id, user_id),
    periods as (
      insert into subscriptions (user_id, payment_id, product_code, price_cents, starts_at, ends_at)
      select user_id, id, 'renewed_1y', 8990, ${at}::timestamptz - interval '363 days',
        ${at}::timestamptz + interval '48 hours'
      from paid returning id, user_id)
    insert into recurring_profiles (subscription_id, card_id, state, charge_at, next_product_code, price_cents)
    select periods.id, kept.id, 'active', ${at}::timestamptz, 'renewed_1y', 8990
    from periods join kept using (user_id)`)
}

const Upgrading = z.object({ id: z.int(), email: z.string(), subscriptionId: z.int() })
/** A reader who signs in with `testPassword`, and who may upgrade a subscription. */
export type Upgrading = z.infer<typeof Upgrading>

/**
 * Lets some readers of `makeRenewals` sign in and upgrade; their charges are due 30 days later.
 *
 * @param after all but the first so many
 */
export async function letUpgrade(database: Database, after: number): Promise<Upgrading[]> {
  await makeProduct(database, {
    code: 'premium_plus_1y',
    group: 'premium_plus',
    priceCents: 11_990,
    renewsInto: 'premium_plus_1y',
  })
  const { rows } = await database.pool.query(
    `with upgrading as (
       update users set confirmed_at = now(), password_hash = $1
       where split_part(split_part(email, '@', 1), '-', 2)::int > $2 returning id, email),
     periods as (
       update subscriptions set starts_at = starts_at + interval '30 days', ends_at = ends_at + interval '30 days'
       from upgrading where user_id = upgrading.id returning subscriptions.id, user_id, email),
     plans as (
       update recurring_profiles set charge_at = charge_at + interval '30 days'
       from periods where subscription_id = periods.id)
     select user_id as id, email, id as "subscriptionId" from periods order by user_id`,
    [await hashPassword(testPassword), after],
  )
  return z.array(Upgrading).parse(rows)
}

/** Makes some renewals of `makeRenewals` due that are due tomorrow: not those of who may upgrade. */
export const makeDue = (database: Pick<Database, 'pool'>, limit: number): Promise<unknown> =>
  database.pool.query(
    `update recurring_profiles set charge_at = now() - interval '1 second'
     where id in (select id from recurring_profiles where state = 'active'
       and charge_at between now() and now() + interval '2 days' order by id limit $1)`,
    [limit],
  )
