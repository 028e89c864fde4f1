import { type SQL, sql } from 'drizzle-orm'
import type { ErasedReader } from '../personal-entry.ts'

/** A list of the archive: the reader's rows of one table. */
export type ArchivedList = {
  /** Name in the JSON, and of its heading's text. */
  name: string
  table: string
  columns: readonly string[]
  /** Column that is unique among the reader's rows: their order, and where the next page begins. */
  key: string
  /** The reader's rows, where they are not those that an erasure concerns. */
  rows?: (reader: ErasedReader) => SQL
}

const list = (
  name: string,
  columns: string,
  more: Partial<Pick<ArchivedList, 'table' | 'key' | 'rows'>> = {},
): ArchivedList => ({ name, table: name, key: 'id', ...more, columns: columns.split(' ') })

const ofPayments = ({ id }: ErasedReader) =>
  sql`payment_id in (select id from payments where user_id = ${id})`

/**
 * Everything that is held about a reader, for the reader: the columns of each table of the registry of personal data that
 * say something (GDPR, articles 15 and 20). A test fails for a column that is neither here nor in `left-out.ts`.
 */
export const archivedLists: readonly ArchivedList[] = [
  list(
    'account',
    'id email former_email name phone phone_to_change phone_confirmed_at locale registered_at registered_via registration_source registration_referer confirmed_at foreign_id post_inbox notice_copies swg_linked anonymization_requested_at blocked_at',
    { table: 'users' },
  ),
  list(
    'addresses',
    'type name surname street number city zip country company_name company_id company_tax_id company_vat_id changed_at',
  ),
  list('extern_accounts', 'provider email subject linked_at'),
  list('passkeys', 'name created_at last_used_at'),
  list('sessions', 'started_at last_used_at user_agent country remember ended_at ended_because'),
  list('devices', 'name type last_activity removed_at'),
  list('mailed_links', 'kind email sent_at expires_at used_at', { key: 'token_hash' }),
  list('sign_in_links', 'sent_at expires_at', { key: 'browser_hash' }),
  list('control_codes', 'kind sent_at used_at'),
  list('activity_log', 'at kind details'),
  list('data_archives', 'requested_at ready_at expires_at'),

  list('ebook_downloads', 'at file'),
  list('follows', 'followable_id followed_at', { key: 'followable_id' }),
  list('unfollow_requests', 'kind requested_at done_at'),
  list('newsletter_recipients', 'email locale created_at paused_until'),
  list('newsletter_signups', 'newsletter_code state changed_at changed_by snoozed_until', {
    key: 'newsletter_code',
  }),
  list('newsletter_decisions', 'newsletter_code decision made_at made_by'),
  list('newsletter_links', 'email codes locale sent_at expires_at confirmed_at', { key: 'token_hash' }),

  list('forum_profiles', 'nickname blog visibility banned_at ban_reason_sk', { key: 'user_id' }),
  list('forum_nicknames', 'skeleton used', { key: 'skeleton' }),
  list('forum_changes', 'kind value state requested_at decided_at reason_sk'),
  list('forum_posts', 'topic_id text written_at'),
  list('forum_topic_follows', 'topic_id', { key: 'topic_id' }),
  // Whom the reader follows; who follows the reader is about those.
  list('forum_member_follows', 'followed_id followed_at', {
    key: 'followed_id',
    rows: ({ id }) => sql`follower_id in (select id from forum_members where reader = ${String(id)})`,
  }),

  list('subscriptions', 'product_code price_cents starts_at ends_at'),
  list(
    'recurring_profiles',
    'subscription_id state charge_at next_product_code price_cents coming_cents coming_from last_failure stopped_at paused_until planned_change',
  ),
  list('upgrades', 'subscription_id product_code consents credited_cents former_ends_at failed_at'),
  list('stop_surveys', 'subscription_id at answers feedback'),
  // Without the address to which it was mailed, which may be another reader's.
  list('accesses_taken', 'subscription_id invited_at active_from deactivated_at', { table: 'accesses' }),
  // Addresses that the reader typed, without who took an access.
  list('accesses_given', 'subscription_id email invited_at active_from deactivated_at', {
    table: 'accesses',
    rows: ({ id }) =>
      sql`subscription_id in (select subscription_id from shared_subscriptions where administrator_id = ${id})`,
  }),
  list(
    'shared_subscriptions',
    'subscription_id kind seats ends_at company_name company_id company_tax_id company_vat_id buyer_reference',
    { key: 'subscription_id' },
  ),
  list('document_recipients', 'subscription_id email locale added_at stopped_at'),
  list('coupons', 'kind product_code used_at expires_at'),
  list('gifts_given', 'coupon_id email recipient_name message send_on sent_at', {
    table: 'gifts',
    key: 'coupon_id',
    rows: ({ id }) => sql`buyer_id = ${id}`,
  }),
  // Without the giver and what the giver wrote.
  list('gifts_received', 'coupon_id email sent_at', {
    table: 'gifts',
    key: 'coupon_id',
    rows: ({ email, isProven }) => sql`${isProven} and sent_at is not null and email = ${email}`,
  }),

  list(
    'orders',
    'id product_code method state price_cents created_at expires_at paid_at begins gift_email gift_date gift_name gift_message address buyer_reference consents',
  ),
  list(
    'payments',
    'at product_code purpose method state amount_cents refunded_cents paid_on variable_symbol failure',
  ),
  list('documents', 'kind year serial issued_at amount_cents'),
  list('refunds', 'requested_at state amount_cents reason way iban sent_at arrived_at', { rows: ofPayments }),
  list('withdrawals', 'received_at by', { rows: ofPayments }),
  list('disputes', 'reason amount_cents state opened_at closed_at', { rows: ofPayments }),
  list('bank_entries', 'booked_on amount_cents currency variable_symbol payer_account note'),
  list('cards', 'brand last4 valid_until'),
  list('card_changes', 'subscription_id state created_at expires_at'),

  list('outbox_messages', 'created_at kind template delivered_at refused_at given_up_at', {
    rows: ({ id }) => sql`user_id = ${id}`,
  }),
  list('audit_log', 'at operation outcome refusal'),
]

/**
 * Columns that are told in another form: the name instead of a key, and of an account at a bank its end, since it may be
 * somebody else's. `{locale}` is the reader's language.
 */
export const told: Readonly<Record<string, { name: string; as: string }>> = {
  product_code: { name: 'product', as: '(select name_{locale} from products where code = product_code)' },
  next_product_code: {
    name: 'next_product',
    as: '(select name_{locale} from products where code = next_product_code)',
  },
  planned_change: {
    name: 'planned_product',
    as: `(select name_{locale} from products where code = planned_change->>'productCode')`,
  },
  coupon_id: {
    name: 'product',
    as: '(select name_{locale} from products join coupons on product_code = code where coupons.id = coupon_id)',
  },
  subscription_id: {
    name: 'subscription',
    as: '(select name_{locale} from products join subscriptions held on product_code = code where held.id = subscription_id)',
  },
  newsletter_code: {
    name: 'newsletter',
    as: '(select title_{locale} from newsletters where code = newsletter_code)',
  },
  codes: {
    name: 'codes',
    as: '(select array_agg(title_{locale} order by code) from newsletters where code = any(codes))',
  },
  followable_id: {
    name: 'followed',
    as: '(select name_{locale} from followables where followables.id = followable_id)',
  },
  topic_id: { name: 'topic', as: '(select title from forum_topics where forum_topics.id = topic_id)' },
  followed_id: {
    name: 'nickname',
    as: `(select nickname from forum_members where forum_members.id = followed_id and visibility = 'public')`,
  },
  ban_reason_sk: { name: 'reason', as: 'ban_reason_{locale}' },
  reason_sk: { name: 'reason', as: 'reason_{locale}' },
  iban: { name: 'account', as: `'… ' || right(iban, 4)` },
  payer_account: { name: 'account', as: `'… ' || right(payer_account, 4)` },
  made_by: { name: 'changed_by', as: 'made_by' },
  last_failure: { name: 'failure', as: 'last_failure' },
}
