import type { Client } from 'pg'

/**
 * Writes what files of a publisher do not hold and the product writes as it runs: who is signed in, what each reader's
 * log says, what was mailed, what was ordered and by which payment it was renewed.
 *
 * @param at the moment at which the database stands, ISO 8601
 */
export async function writeLogs(client: Client, at: string): Promise<void> {
  for (const statement of statements) await client.query(statement.replaceAll(':now', `timestamptz '${at}'`))
}

const statements = [
  // Renewals: each period names the one before it, each charged plan its payment.
  `with chained as (
     select id, lag(id) over (partition by user_id, product_code order by starts_at) as former
     from subscriptions where payment_id is not null)
   update subscriptions set renewal_of = former from chained
   where chained.id = subscriptions.id and former is not null
     and exists (select from recurring_profiles where subscription_id = former)`,
  `update recurring_profiles set payment_id = renewed.payment_id, attempts = 1
   from subscriptions renewed where renewed.renewal_of = recurring_profiles.subscription_id`,
  `update payments set purpose = 'renewal' from recurring_profiles where payment_id = payments.id`,
  `update payments set settled_at = at, gateway_key = 'filled-' || id, charge_reference = 'ch_' || id
   where method = 'card'`,
  `update cards set gateway_token = 'demo-card-renewal-' || id`,
  `insert into orders (user_id, product_code, method, state, price_cents, begins, request_hash, payment_id,
     subscription_id, created_at, expires_at, paid_at)
   select payments.user_id, payments.product_code, method, 'paid', amount_cents, 'at_once', '', payments.id,
     subscriptions.id, at, at + interval '14 days', at
   from payments join subscriptions on payment_id = payments.id where purpose = 'order'`,
  `insert into bank_entries (account, entry_key, reference, statement, booked_on, amount_cents, currency, is_debit,
     is_reversal, variable_symbol, payer_name, payer_account, state, payment_id, taken_at, settled_at)
   select 'SK3112000000198742637541', 'entry-' || id, 'r' || id, 's' || id, paid_on, amount_cents, 'EUR', false, false,
     variable_symbol, 'Jana Nová', 'SK9702000000001234567890', 'confirmed', id, at, at
   from payments where method = 'bank_transfer'`,
  // What readers did and were told
  `insert into sessions (id, user_id, token_epoch, started_at, last_used_at, user_agent, country, remember)
   select 'session-' || id, id, 0, :now - interval '9 days', :now - id * interval '1 minute',
     'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0', 'SK', true from users`,
  `insert into refresh_tokens (hash, session_id, issued_at, expires_at)
   select 'token-' || id, id, last_used_at, last_used_at + interval '30 days' from sessions`,
  `insert into activity_log (user_id, at, kind, details)
   select id, :now - visit * interval '97 days' - id * interval '1 minute', 'signed_in',
     '{"browser": "Chrome", "system": "Windows"}'
   from generate_series(3, 0, -1) as visit, users order by 2`,
  `insert into activity_log (user_id, at, kind, details)
   select user_id, at, 'order_paid', jsonb_build_object('product', product_code) from payments
   where purpose = 'order' order by id`,
  `insert into outbox_messages (kind, created_at, user_id, template, delivered_at)
   select 'mail', at, user_id, 'renewal_charged', at from payments where at > :now - interval '90 days' order by id`,
  `insert into outbox_messages (kind, created_at, user_id, template, delivered_at)
   select 'mail', :now - interval '9 days', id, 'notice_copy', :now - interval '9 days' from users order by id`,
  `insert into newsletter_decisions (recipient_id, newsletter_code, decision, made_at, made_by)
   select recipient_id, newsletter_code, state, changed_at, changed_by from newsletter_signups`,
  `insert into ebook_downloads (user_id, at, file, download_id)
   select user_id, :now - interval '5 days', 'kniha.epub', 'd' from subscriptions
   where product_code = 'premium_1y' and ends_at > :now`,
  `insert into stop_surveys (subscription_id, survey_id, answers, at)
   select subscription_id, 'stop-2026', '{"why": ["price"]}', coalesce(stopped_at, charge_at) from recurring_profiles
   where state = 'user_stop'`,
  // Presents: bought by the fifth of the readers who pay once a year
  `with bought as (
     insert into coupons (code_hash, kind, product_code, expires_at)
     select 'gift-' || id, 'gift', 'gift_premium_1y', :now + interval '300 days' from users where id % 25 = 20
     returning id, split_part(code_hash, '-', 2)::int as buyer)
   insert into gifts (coupon_id, buyer_id, email, send_on, sent_at, link_version)
   select id, buyer, 'dar.' || buyer || '@posta.example', (:now - interval '60 days')::date,
     :now - interval '60 days', 1 from bought`,
]
