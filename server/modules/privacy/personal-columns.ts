import { type SQL, sql } from 'drizzle-orm'

export type ErasedReader = {
  id: number
  email: string
  phone: string | null
  /** Whether the reader has verified the address; data of a mailbox are erased only with its owner. */
  isProven: boolean
}

/** A PostgreSQL interval. */
type Length = `${number} ${'days' | 'year' | 'years'}`

/**
 * Retention period of rows of a reader who does not ask to be erased (GDPR, article 5): as long as the account, or as
 * claims from a contract; as long as a mailbox may get newsletters, or must not; or a set time.
 */
export type Keep =
  | 'account'
  | 'contract'
  | 'mailbox'
  | {
      length: Length
      /** From when it counts: an expression of SQL; rows where it is null stay. */
      after: string
      /** The whole row, or those columns that an erasure changes. */
      goes: 'row' | 'personal'
      /** Which rows alone; of `personal`, those that still have something personal. */
      only?: string
    }

type Entry =
  /** No personal data. Its columns are listed all the same, so that a new one is considered. */
  | { rows: 'nobodys'; columns: string }
  /** Rows of the reader go as a whole. */
  | { rows: 'deleted'; keep: Keep; whose: (reader: ErasedReader) => SQL }
  /** Rows of the reader stay: some columns get another value (SQL), some stay with a reason. */
  | {
      rows: 'changed'
      keep: Keep
      whose: (reader: ErasedReader) => SQL
      erased: Record<string, string>
      /** Not personal once the rest is erased: ids, times, states, prices. */
      impersonal: string
      /** Needed once more, then erased by its own module. */
      later?: string
      /** Kept by accounting law or for a contract with others. */
      kept?: string
    }

const own = ({ id }: ErasedReader) => sql`user_id = ${id}`
const ofMailbox = ({ email, isProven }: ErasedReader) => sql`${isProven} and email = ${email}`
const ofSubscriptions = ({ id }: ErasedReader) =>
  sql`subscription_id in (select id from subscriptions where user_id = ${id})`
const ofRecipient = (reader: ErasedReader) =>
  sql`recipient_id in (select id from newsletter_recipients where ${ofMailbox(reader)})`
const ofForum = ({ id }: ErasedReader) => sql`select id from forum_members where reader = ${String(id)}`

const erasedEmail = `'erased-' || id || '@anonymised.invalid'`

/**
 * Registry of personal data: what happens to every column of every table when a reader is erased, in execution order,
 * and the retention period without that (docs/privacy.md). A test checks it against the schema: a missing table or column
 * fails.
 */
export const personalColumns: Record<string, Entry> = {
  // Signing in; devices name the session that they came with
  devices: { rows: 'deleted', keep: { length: '1 year', after: 'removed_at', goes: 'row' }, whose: own },
  refresh_tokens: {
    rows: 'deleted',
    keep: { length: '30 days', after: 'expires_at', goes: 'row' },
    whose: ({ id }) => sql`session_id in (select id from sessions where user_id = ${id})`,
  },
  // They name the session in which they last read.
  sessions: {
    rows: 'deleted',
    keep: {
      length: '90 days',
      after: 'coalesce(ended_at, last_used_at)',
      goes: 'row',
      only: `not exists (select from refresh_tokens where session_id = sessions.id and sessions.ended_at is null)`,
    },
    whose: own,
  },
  mailed_links: {
    rows: 'deleted',
    keep: { length: '30 days', after: 'expires_at', goes: 'row' },
    whose: own,
  },
  control_codes: { rows: 'deleted', keep: { length: '30 days', after: 'sent_at', goes: 'row' }, whose: own },
  extern_accounts: { rows: 'deleted', keep: 'account', whose: own },
  activity_log: { rows: 'deleted', keep: { length: '2 years', after: 'at', goes: 'row' }, whose: own },

  // Reading
  addresses: { rows: 'deleted', keep: 'account', whose: own },
  ebook_downloads: { rows: 'deleted', keep: { length: '1 year', after: 'at', goes: 'row' }, whose: own },
  follows: { rows: 'deleted', keep: 'account', whose: own },
  unfollow_requests: {
    rows: 'deleted',
    keep: { length: '30 days', after: 'done_at', goes: 'row' },
    whose: own,
  },
  newsletter_decisions: { rows: 'deleted', keep: 'mailbox', whose: ofRecipient },
  newsletter_signups: { rows: 'deleted', keep: 'mailbox', whose: ofRecipient },
  newsletter_recipients: { rows: 'deleted', keep: 'mailbox', whose: ofMailbox },
  newsletter_links: {
    rows: 'deleted',
    keep: { length: '30 days', after: 'expires_at', goes: 'row' },
    whose: ofMailbox,
  },

  // Discussions: what was said in public stays, without the name
  forum_changes: {
    rows: 'deleted',
    keep: {
      length: '1 year',
      after: 'decided_at',
      goes: 'row',
      only: `exists (select from forum_changes newer where newer.user_id = forum_changes.user_id and newer.kind = forum_changes.kind and newer.id > forum_changes.id)`,
    },
    whose: own,
  },
  forum_profiles: {
    rows: 'changed',
    keep: 'account',
    whose: own,
    erased: {
      nickname: 'null',
      blog: 'null',
      visibility: `'private'`,
      ban_reason_sk: 'null',
      ban_reason_en: 'null',
    },
    impersonal: 'user_id banned_at',
  },
  forum_nicknames: {
    rows: 'changed',
    keep: 'account',
    whose: own,
    erased: {},
    impersonal: 'user_id used',
    // So that no other reader can impersonate its former owner.
    kept: 'skeleton',
  },
  forum_member_follows: {
    rows: 'deleted',
    keep: 'account',
    whose: reader => sql`follower_id in (${ofForum(reader)}) or followed_id in (${ofForum(reader)})`,
  },
  forum_topic_follows: {
    rows: 'deleted',
    keep: 'account',
    whose: reader => sql`member_id in (${ofForum(reader)})`,
  },
  forum_posts: {
    rows: 'changed',
    keep: 'account',
    whose: reader => sql`member_id in (${ofForum(reader)})`,
    erased: { source_key: 'null' },
    impersonal: 'id topic_id member_id written_at',
    kept: 'text',
  },
  forum_members: {
    rows: 'changed',
    keep: 'account',
    whose: ({ id }) => sql`reader = ${String(id)}`,
    erased: { nickname: 'null', blog: 'null', visibility: `'private'` },
    impersonal: 'id reader banned',
  },

  // What was sent, without what it said, and what waits to be sent
  outbox_messages: {
    rows: 'deleted',
    keep: { length: '90 days', after: 'created_at', goes: 'row' },
    whose: ({ id, email, phone }) =>
      sql`user_id = ${id} or (delivered_at is null and (payload->>'to' = ${email}
        or payload->>'to' = ${phone === null ? '' : phone.replace(/^0/, '+421')}))`,
  },

  // Places in subscriptions of others
  accesses: {
    rows: 'changed',
    keep: { length: '3 years', after: 'deactivated_at', goes: 'personal', only: `email not like 'erased-%'` },
    whose: reader => sql`(user_id = ${reader.id} or (${ofMailbox(reader)}))`,
    erased: {
      email: erasedEmail,
      link_key: `'erased-' || id`,
      deactivated_at: 'coalesce(deactivated_at, now())',
      source_key: 'null',
    },
    impersonal:
      'id subscription_id invited_at link_expires_at link_sent_at user_id active_from seat_subscription_id',
  },
  shared_subscriptions: {
    rows: 'changed',
    keep: 'contract',
    whose: ({ id }) => sql`administrator_id = ${id}`,
    erased: {},
    impersonal: 'subscription_id source_key kind administrator_id seats ends_at',
    // The company's, not the reader's: its people read on until the period ends.
    kept: 'company_name company_id company_tax_id company_vat_id',
  },

  // Money
  recurring_profiles: {
    rows: 'changed',
    keep: 'contract',
    whose: ofSubscriptions,
    erased: {
      state: `case when state = 'active' then 'system_stop' else state end`,
      card_id: 'null',
    },
    impersonal:
      'id subscription_id charge_at next_product_code failed_attempts last_failure attempts price_cents coming_cents coming_from stopped_at payment_id claimed_until reminded_at card_warned_at',
  },
  stop_surveys: {
    rows: 'changed',
    keep: { length: '2 years', after: 'at', goes: 'personal', only: `feedback is not null` },
    whose: ofSubscriptions,
    erased: { feedback: 'null' },
    impersonal: 'id subscription_id survey_id answers at',
  },
  upgrades: {
    rows: 'changed',
    keep: 'contract',
    whose: ofSubscriptions,
    erased: {},
    impersonal:
      'id subscription_id offer_code product_code payment_id opened_id credited_cents former_starts_at former_ends_at failed_at',
  },
  subscriptions: {
    rows: 'changed',
    keep: 'contract',
    whose: own,
    // Import keys of the publisher's files may be anything, also an e-mail address.
    erased: { source_key: 'null' },
    impersonal: 'id user_id product_code price_cents starts_at ends_at payment_id renewal_of anchor_at',
  },
  card_changes: {
    rows: 'changed',
    keep: {
      length: '30 days',
      after: 'expires_at',
      goes: 'personal',
      only: `checkout_url is not null and state <> 'waiting'`,
    },
    whose: own,
    erased: { checkout_url: 'null' },
    impersonal: 'id user_id subscription_id state payment_id overdue_renewal_id created_at expires_at',
  },
  cards: {
    rows: 'changed',
    keep: 'account',
    whose: own,
    erased: { brand: `''`, last4: `''`, source_key: 'null', to_forget: `gateway_token <> 'erased'` },
    // Named to the gateway, so that it forgets the card too: forgetCards.
    later: 'gateway_token',
    impersonal: 'id user_id valid_until',
  },
  orders: {
    rows: 'changed',
    keep: {
      length: '1 year',
      after: 'expires_at',
      goes: 'personal',
      only: `state in ('failed', 'expired') and request_hash <> ''`,
    },
    whose: own,
    erased: {
      gift_email: 'null',
      gift_date: 'null',
      gift_name: 'null',
      gift_message: 'null',
      address: 'null',
      checkout_url: 'null',
      request_key: 'null',
      request_hash: `''`,
    },
    impersonal:
      'id user_id product_code method state price_cents begins present_ids rest_until shared_id shared_act consents payment_id subscription_id created_at expires_at paid_at',
  },
  // A paid gift that is not sent yet still has to reach its recipient; erased afterwards.
  gifts: {
    rows: 'changed',
    keep: { length: '3 years', after: 'sent_at', goes: 'personal', only: `email <> ''` },
    whose: reader => sql`sent_at is not null and (buyer_id = ${reader.id} or (${ofMailbox(reader)}))`,
    erased: { email: `''`, recipient_name: 'null', message: 'null' },
    impersonal: 'coupon_id buyer_id payment_id send_on sent_at link_version reminded_for',
  },
  coupons: {
    rows: 'changed',
    keep: 'contract',
    whose: ({ id }) => sql`used_by = ${id}`,
    erased: { use_key: 'null' },
    impersonal: 'id code_hash kind product_code expires_at used_at used_by subscription_id batch_id',
  },
  payments: {
    rows: 'changed',
    keep: 'contract',
    whose: own,
    erased: { checkout_reference: 'null', checkout_request: 'null', source_key: 'null' },
    impersonal:
      'id user_id product_code purpose method state amount_cents at card_id gateway_key failure last_decline settled_at asked_at paid_on',
    kept: 'variable_symbol charge_reference',
  },
  // The sender is found through the payment; an unmatched entry can't be traced to a reader.
  bank_entries: {
    rows: 'changed',
    keep: {
      length: '3 years',
      after: 'booked_on',
      goes: 'personal',
      only: `state <> 'waiting' and num_nonnulls(payer_name, payer_account, message, note) > 0`,
    },
    whose: ({ id }) => sql`payment_id in (select id from payments where user_id = ${id})`,
    erased: { payer_name: 'null', payer_account: 'null', message: 'null', note: 'null' },
    impersonal:
      'id account entry_key reference statement booked_on amount_cents currency is_debit is_reversal state reason payment_id taken_at settled_at',
    kept: 'variable_symbol',
  },
  documents: {
    rows: 'changed',
    keep: { length: '10 years', after: 'make_date(year + 1, 1, 1)', goes: 'row' },
    whose: own,
    erased: {},
    impersonal: 'id user_id payment_id kind year serial issued_at amount_cents',
    kept: 'content',
  },

  // What support did about the reader: that it was done stays, what it said goes
  audit_log: {
    rows: 'changed',
    keep: { length: '3 years', after: 'at', goes: 'row' },
    whose: ({ id }) => sql`reader_id = ${id}`,
    erased: { before: 'null', after: 'null' },
    impersonal: 'id at who operation target reader_id outcome refusal request_id',
  },

  // The account itself, last: the ones above are found by it
  users: {
    rows: 'changed',
    keep: 'account',
    whose: ({ id }) => sql`id = ${id}`,
    erased: {
      email: erasedEmail,
      foreign_id: 'null',
      name: 'null',
      password_hash: 'null',
      token_epoch: 'token_epoch + 1',
      registration_source: 'null',
      registration_referer: 'null',
      phone: 'null',
      phone_to_change: 'null',
      post_inbox: 'false',
      notice_copies: 'false',
      swg_linked: 'false',
      main_account_id: 'null',
    },
    impersonal:
      'id confirmed_at locale registered_at registered_via anonymization_requested_at blocked_at anonymized_at',
  },

  // Not personal
  operator_tokens: {
    rows: 'nobodys',
    columns: 'id name hash scopes created_at created_by expires_at revoked_at last_used_at',
  },
  planned_prices: {
    rows: 'nobodys',
    columns: 'product_code from_day price_cents print_cents applied_at former_cents',
  },
  vat_rates: { rows: 'nobodys', columns: 'kind from_day percent' },
  coupon_batches: {
    rows: 'nobodys',
    columns: 'id name kind product_code size expires_at created_at voided_at',
  },
  retention_runs: { rows: 'nobodys', columns: 'table_name done_on' },
  clock_offset: { rows: 'nobodys', columns: 'id offset_ms' },
  renewal_holds: { rows: 'nobodys', columns: 'id held_at missed released_at' },
  installation: { rows: 'nobodys', columns: 'only id created_at' },
  failed_items: { rows: 'nobodys', columns: 'task item first_at last_at tries reason next_at' },
  document_counters: { rows: 'nobodys', columns: 'kind year last' },
  faq_answers: {
    rows: 'nobodys',
    columns: 'slug category_code order question_sk question_en answer_sk answer_en',
  },
  faq_categories: { rows: 'nobodys', columns: 'code title_sk title_en order' },
  feature_flags: { rows: 'nobodys', columns: 'key definition' },
  feature_parts: { rows: 'nobodys', columns: 'kind key definition' },
  // By experiment groups that many readers share.
  experiment_results: {
    rows: 'nobodys',
    columns: 'experiment_key variation_id split_test_group variation_key views first_at last_at',
  },
  followables: {
    rows: 'nobodys',
    columns: 'id kind code name_sk name_en detail_sk detail_en sort_sk sort_en search_text search_words',
  },
  layout_blocks: { rows: 'nobodys', columns: 'block locale items' },
  newsletter_leaving_reasons: { rows: 'nobodys', columns: 'id newsletter_codes reason text told_at' },
  newsletters: {
    rows: 'nobodys',
    columns:
      'code id category order title_sk title_en description_sk description_en frequency_sk frequency_en sample_path locked',
  },
  products: {
    rows: 'nobodys',
    columns:
      'code group audience price_cents print_cents currency length access device_limit seats renews_into name_sk name_en sold',
  },
  forum_topics: { rows: 'nobodys', columns: 'id code title state active_at' },
  storm_shield_proofs: { rows: 'nobodys', columns: 'challenge_hash expires_at' },
  // HMACs that expire by themselves.
  rate_limits: { rows: 'nobodys', columns: 'key points expire' },
  // Mails and messages in the demo's mailbox and phone.
  demo_load: { rows: 'nobodys', columns: 'id started_at finished_at' },
  demo_mails: { rows: 'nobodys', columns: 'id to subject text html sent_at' },
  demo_texts: { rows: 'nobodys', columns: 'id message_id to text sent_at' },
}
