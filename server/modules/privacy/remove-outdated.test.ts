import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { personalColumns } from './personal-columns.ts'
import type { Keep } from './personal-entry.ts'
import { removeOutdated } from './remove-outdated.ts'

const server = openForFile(createTestApp)

const personal = Object.entries(personalColumns).flatMap(([table, entry]) =>
  entry.rows === 'nobodys' ? [] : [{ table, keep: entry.keep }],
)
const rules = personal.flatMap(({ table, keep }) => (typeof keep === 'string' ? [] : [{ table, keep }]))

const run = async (statement: SQL) => (await server.deps.db.execute(statement)).rows
const night = async (instant: string) => {
  server.clock.set(instant)
  await removeOutdated(server.deps)
}

let owner: number
let session: string
let payment: number
let subscription: number
let code = 0
const unique = () => `unique-${code++}`
beforeEach(async () => {
  await run(sql`delete from retention_runs`)
  owner = (await makeReader(server.deps)).id
  session = unique()
  await run(sql`insert into products (code, "group", audience, price_cents, currency, length, access, device_limit, seats,
      name_sk, name_en, sold)
    values ('premium', 'premium', 'person', 8990, 'EUR', 'P1Y', '{web}', 6, 1, 'Prémium', 'Premium', true)
    on conflict do nothing`)
  await run(sql`insert into sessions (id, user_id, token_epoch, started_at, last_used_at, user_agent, remember)
    values (${session}, ${owner}, 1, '2100-01-01', '2100-01-01', '', false)`)
  payment = Number(
    (
      await run(sql`insert into payments (user_id, product_code, method, state, amount_cents, at)
      values (${owner}, 'premium', 'card', 'paid', 8990, '2020-01-01') returning id`)
    )[0]?.['id'],
  )
  subscription = Number(
    (
      await run(sql`insert into subscriptions (user_id, product_code, price_cents, starts_at, ends_at, payment_id)
      values (${owner}, 'premium', 8990, '2020-01-01', '2021-01-01', ${payment}) returning id`)
    )[0]?.['id'],
  )
})

/** Inserts a row whose retention period began at an instant. */
const rowsOf: Record<string, (at: string) => Promise<unknown>> = {
  devices: at =>
    run(sql`insert into devices (id, user_id, name, type, last_activity, removed_at)
      values (${unique()}, ${owner}, 'Mobil', 'phone', ${at}, ${at})`),
  refresh_tokens: at =>
    run(sql`insert into refresh_tokens (hash, session_id, issued_at, expires_at)
      values (${unique()}, ${session}, ${at}, ${at})`),
  sessions: async at => {
    const id = unique()
    await run(sql`insert into sessions (id, user_id, token_epoch, started_at, last_used_at, user_agent, remember, ended_at, ended_because)
      values (${id}, ${owner}, 1, ${at}, ${at}, 'Firefox', true, ${at}, 'signed_out')`)
    // Whatever hangs on it: the token goes with it, the device stays.
    await run(
      sql`insert into refresh_tokens (hash, session_id, issued_at, expires_at) values (${unique()}, ${id}, ${at}, '2199-01-01')`,
    )
    await run(sql`insert into devices (id, user_id, name, type, last_activity, session_id)
      values (${unique()}, ${owner}, 'Tablet', 'tablet', ${at}, ${id})`)
  },
  mailed_links: at =>
    run(sql`insert into mailed_links (token_hash, user_id, kind, sent_at, expires_at)
      values (${unique()}, ${owner}, 'new_password', ${at}, ${at})`),
  sign_in_links: at =>
    run(sql`insert into sign_in_links (browser_hash, token_hash, code_hash, email_hash, remember, expires_at)
      values (${unique()}, ${unique()}, 'x', 'x', false, ${at})`),
  control_codes: at =>
    run(sql`insert into control_codes (user_id, kind, code_hash, tries, sent_at, expires_at, used_at)
      values (${owner}, 'phone', 'x', 0, ${at}, ${at}, ${at})`),
  activity_log: at =>
    run(
      sql`insert into activity_log (user_id, at, kind, details) values (${owner}, ${at}, 'signed_in', '{}')`,
    ),
  data_archives: at => run(sql`insert into data_archives (user_id, requested_at) values (${owner}, ${at})`),
  data_archive_chunks: at =>
    run(sql`with archive as (insert into data_archives (user_id, requested_at, ready_at) values (${owner}, '2190-01-01', ${at}) returning id)
      insert into data_archive_chunks (archive_id, position, content) select id, 0, 'PK' from archive`),
  ebook_downloads: at => run(sql`insert into ebook_downloads (user_id, at) values (${owner}, ${at})`),
  unfollow_requests: at =>
    run(sql`insert into unfollow_requests (user_id, kind, requested_at, done_before, done_at)
      values (${owner}, 'topic', ${at}, ${at}, ${at})`),
  faq_uses: at =>
    run(sql`insert into faq_uses (day, locale, kind, about, times)
    values (${at}::timestamptz::date, 'sk', 'helped', ${unique()}, 1)`),
  newsletter_links: at =>
    run(sql`insert into newsletter_links (token_hash, email, locale, codes, sent_at, expires_at)
      values (${unique()}, 'nova@dennik.example', 'sk', '{}', ${at}, ${at})`),
  forum_changes: async at => {
    await run(sql`insert into forum_changes (user_id, kind, value, state, requested_at, decided_at)
      values (${owner}, 'nickname', 'jana', 'declined', ${at}, ${at})`)
  },
  outbox_messages: at =>
    run(
      sql`insert into outbox_messages (kind, created_at, payload) values ('mail', ${at}, '{"to":"jana@dennik.example"}')`,
    ),
  accesses: async at => {
    await run(sql`insert into shared_subscriptions (subscription_id, kind, administrator_id, seats)
      values (${subscription}, 'company', ${owner}, 5) on conflict do nothing`)
    await run(sql`insert into accesses (subscription_id, email, invited_at, link_key, link_expires_at, deactivated_at)
      values (${subscription}, ${`${unique()}@dennik.example`}, ${at}, ${unique()}, ${at}, ${at})`)
  },
  document_recipients: async at => {
    await run(sql`insert into shared_subscriptions (subscription_id, kind, administrator_id, seats)
      values (${subscription}, 'company', ${owner}, 5) on conflict do nothing`)
    await run(sql`insert into document_recipients (subscription_id, email, locale, added_at, stopped_at)
      values (${subscription}, ${`${unique()}@dennik.example`}, 'sk', ${at}, ${at})`)
  },
  stop_surveys: at =>
    run(sql`insert into stop_surveys (subscription_id, survey_id, answers, feedback, at)
      values (${subscription}, 'stop', '{}', 'Píšete o mne.', ${at})`),
  card_changes: async at => {
    const [own] = await run(sql`insert into payments (user_id, product_code, method, state, amount_cents, at)
      values (${owner}, 'premium', 'card', 'failed', 0, ${at}) returning id`)
    await run(sql`insert into card_changes (user_id, subscription_id, state, payment_id, checkout_url, created_at, expires_at)
      values (${owner}, ${subscription}, 'abandoned', ${Number(own?.['id'])}, 'https://pay.example/1', ${at}, ${at})`)
  },
  orders: async at => {
    const [own] = await run(sql`insert into payments (user_id, product_code, method, state, amount_cents, at)
      values (${owner}, 'premium', 'card', 'failed', 8990, ${at}) returning id`)
    await run(sql`insert into orders (user_id, product_code, method, state, price_cents, gift_email, gift_date, request_hash,
        payment_id, created_at, expires_at)
      values (${owner}, 'premium', 'card', 'expired', 8990, 'eva@dennik.example', '2020-01-01', 'x', ${Number(own?.['id'])}, ${at}, ${at})`)
  },
  gifts: async at => {
    const [coupon] = await run(sql`insert into coupons (code_hash, kind, product_code, expires_at)
      values (${unique()}, 'gift', 'premium', '2030-01-01') returning id`)
    await run(sql`insert into gifts (coupon_id, buyer_id, email, recipient_name, message, send_on, sent_at, link_version)
      values (${Number(coupon?.['id'])}, ${owner}, 'eva@dennik.example', 'Eva', 'Ahoj', '2020-01-01', ${at}, 1)`)
  },
  bank_entries: at =>
    run(sql`insert into bank_entries (account, entry_key, reference, statement, booked_on, amount_cents, currency, is_debit,
        is_reversal, payer_name, state, reason, taken_at, settled_at)
      values ('SK1', ${unique()}, 'R', 'S', ${at.slice(0, 10)}, 100, 'EUR', false, false, 'Jana', 'dismissed', 'no_symbol', ${at}, ${at})`),
  refunds: async at => {
    const [own] = await run(sql`insert into payments (user_id, product_code, method, state, amount_cents, at)
      values (${owner}, 'premium', 'bank_transfer', 'refunded', 8990, ${at}) returning id`)
    await run(sql`insert into refunds (payment_id, amount_cents, reason, requested_by, access, way, iban, recipient, state, key,
        requested_at, arrived_at)
      values (${Number(own?.['id'])}, 8990, 'x', 'desk', 'end', 'transfer', 'SK1', 'Jana', 'arrived', ${unique()}, ${at}, ${at})`)
  },
  documents: async at => {
    const [own] = await run(sql`insert into payments (user_id, product_code, method, state, amount_cents, at)
      values (${owner}, 'premium', 'card', 'paid', 8990, ${at}) returning id`)
    await run(sql`insert into documents (user_id, payment_id, kind, year, serial, issued_at, amount_cents, content)
      values (${owner}, ${Number(own?.['id'])}, 'receipt', ${Number(at.slice(0, 4)) - 1}, ${code++}, ${at}, 8990, '{}')`)
  },
  audit_log: at =>
    run(sql`insert into audit_log (at, who, operation, reader_id, outcome, request_id, before)
      values (${at}, 'desk', 'readers ban', ${owner}, 'done', 'x', '{"name":"Jana"}')`),
}

/** Number of rows with personal data. */
async function countLeft(table: string, keep: Extract<Keep, object>): Promise<number> {
  const erased = personalColumns[table]
  const left =
    keep.goes === 'row' || erased?.rows !== 'changed'
      ? 'true'
      : Object.entries(erased.erased)
          .filter(([column]) => /email|feedback|checkout_url|payer_name|gift_email|iban/.test(column))
          .map(([column, value]) => `${column} is distinct from ${value}`)
          .join(' or ')
  const [row] = await run(sql.raw(`select count(*)::int as left from ${table} where ${left}`))
  return Number(row?.['left'])
}

test('R17.08 every personal table has a retention period, and each set period a row that proves it', () => {
  expect(personal.filter(({ keep }) => keep === undefined)).toEqual([])
  expect(Object.keys(rowsOf).sort()).toEqual(rules.map(({ table }) => table).sort())
  // Rows kept by law or contract have no set period.
  const kept = Object.fromEntries(personal.map(({ table, keep }) => [table, keep]))
  for (const table of ['payments', 'subscriptions', 'coupons', 'recurring_profiles', 'upgrades'])
    expect(kept[table], table).toBe('contract')
  expect(kept['documents']).toMatchObject({ length: '10 years' })
})

test.each(rules)(
  'R17.08 $table: rows past the retention period are deleted in the night, none before',
  async ({ table, keep }) => {
    const put = rowsOf[table]
    if (!put) throw new Error(`${table} has no row to prove it`)
    // The sign-in's own row, and one newer request, stay.
    const before = await countLeft(table, keep)
    const began = Temporal.PlainDateTime.from('2041-01-01T00:00:00')
    await put(`${began.toString()}Z`)
    await put(`${began.add({ days: 2 }).toString()}Z`)
    if (table === 'forum_changes') await put('2190-01-01T00:00:00Z')
    const others = table === 'forum_changes' ? 1 : 0
    const [count = '', unit = ''] = keep.length.split(' ')
    const end = began.add(unit === 'days' ? { days: Number(count) } : { years: Number(count) })
    // Three nights: both within the retention period, then the first past it, then both.
    await night(`${end.subtract({ hours: 23 }).toString()}Z`)
    expect(await countLeft(table, keep)).toBe(before + 2 + others)
    // Documents are counted by years: the second one's is the first one's.
    await night(`${end.add({ hours: 25 }).toString()}Z`)
    expect(await countLeft(table, keep)).toBe(before + others + (table === 'documents' ? 0 : 1))
    await night(`${end.add({ days: 5 }).toString()}Z`)
    expect(await countLeft(table, keep)).toBe(before + others)
  },
)

test('R17.08 invitees of a shared subscription that ended are forgotten without being deactivated, a renewed one counts by its last end', async () => {
  const shared = async (renewedUntil: string | null, email: string) => {
    const [own] =
      await run(sql`insert into subscriptions (user_id, product_code, price_cents, starts_at, ends_at, payment_id)
      values (${owner}, 'premium', 8990, '2049-01-01', '2050-01-01', ${payment}) returning id`)
    const id = Number(own?.['id'])
    await run(sql`insert into shared_subscriptions (subscription_id, kind, administrator_id, seats, ends_at)
      values (${id}, 'company', ${owner}, 5, ${renewedUntil})`)
    await run(sql`insert into accesses (subscription_id, email, invited_at, link_key, link_expires_at)
      values (${id}, ${email}, '2049-01-01', ${unique()}, '2049-01-08')`)
    return async () =>
      (await run(sql`select email from accesses where subscription_id = ${id}`))[0]?.['email']
  }
  // An address may begin as those do by which erased ones are replaced.
  const ended = await shared(null, 'erased-jana@dennik.example')
  const renewed = await shared('2052-01-01', 'peter@dennik.example')
  await night('2052-12-31T03:00:00Z')
  expect(await ended()).toBe('erased-jana@dennik.example')
  await night('2053-01-02T03:00:00Z')
  expect(await ended()).toMatch(/^erased:\d+$/)
  expect(await renewed()).toBe('peter@dennik.example')
  await night('2055-01-02T03:00:00Z')
  expect(await renewed()).toMatch(/^erased:\d+$/)
})

test('R17.08 what operators decided on a product stays in the audit log, by which a load knows of it', async () => {
  const lines = () => run(sql`select operation from audit_log where at = '2031-01-01'`)
  for (const operation of ['products change', 'readers show'])
    await run(sql`insert into audit_log (at, who, operation, outcome, request_id)
      values ('2031-01-01', 'desk', ${operation}, 'done', 'x')`)
  await night('2034-01-05T12:00:00Z')
  expect(await lines()).toEqual([{ operation: 'products change' }])
})

test('R17.08 docs/privacy.md has the retention period of every table', () => {
  const said = readFileSync(join(projectRoot, 'docs/privacy.md'), 'utf8')
  const lines = personal.map(({ table, keep }) =>
    typeof keep === 'string'
      ? `| \`${table}\` | ${keep} | |`
      : `| \`${table}\` | ${keep.length} after \`${keep.after}\` | ${keep.goes === 'row' ? 'the row' : 'what is personal'} |`,
  )
  expect(said).toContain(lines.join('\n'))
})
