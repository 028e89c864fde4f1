import { sql } from 'drizzle-orm'
import { impersonalTables } from './impersonal-tables.ts'
import {
  erasedEmail,
  erasedLinkKey,
  ofForum,
  ofMailbox,
  ofRecipient,
  ofSubscriptions,
  own,
  sharedEnd,
  undecided,
} from './personal-conditions.ts'
import { changed, deleted, type Entry, nulls, personalFor, rowFor } from './personal-entry.ts'

/**
 * Registry of personal data: what happens to every column of every table when a reader is erased, in execution order,
 * and the retention period without that (docs/privacy.md). A test checks it against the schema: a missing table or column
 * fails.
 */
export const personalColumns: Record<string, Entry> = {
  // Signing in; devices name the session that they came with
  devices: deleted(rowFor('1 year', 'removed_at'), own),
  refresh_tokens: deleted(
    rowFor('30 days', 'expires_at'),
    ({ id }) => sql`session_id in (select id from sessions where user_id = ${id})`,
  ),
  // They name the session in which they last read.
  sessions: deleted(
    rowFor(
      '90 days',
      'coalesce(ended_at, last_used_at)',
      `not exists (select from refresh_tokens where session_id = sessions.id and sessions.ended_at is null)`,
    ),
    own,
  ),
  mailed_links: deleted(rowFor('30 days', 'expires_at'), own),
  sign_in_links: deleted(rowFor('2 days', 'expires_at'), own),
  control_codes: deleted(rowFor('30 days', 'sent_at'), own),
  extern_accounts: deleted('account', own),
  passkeys: deleted('account', own),
  activity_log: deleted(rowFor('2 years', 'at'), own),

  // Copies of all the others, made for their reader
  data_archive_chunks: deleted(
    rowFor('7 days', '(select ready_at from data_archives where id = archive_id)'),
    ({ id }) => sql`archive_id in (select id from data_archives where user_id = ${id})`,
  ),
  data_archives: deleted(rowFor('30 days', 'requested_at'), own),

  // Reading
  addresses: deleted('account', own),
  ebook_downloads: deleted(rowFor('1 year', 'at'), own),
  follows: deleted('account', own),
  unfollow_requests: deleted(rowFor('30 days', 'done_at'), own),
  newsletter_decisions: deleted('mailbox', ofRecipient),
  newsletter_signups: deleted('mailbox', ofRecipient),
  newsletter_recipients: deleted('mailbox', ofMailbox),
  newsletter_links: deleted(rowFor('30 days', 'expires_at'), ofMailbox),
  // Without the reader, but in words that somebody typed.
  faq_uses: deleted(rowFor('30 days', 'day'), () => sql`false`),

  // Discussions: what was said in public stays, without the name
  forum_changes: deleted(
    rowFor(
      '1 year',
      'decided_at',
      `exists (select from forum_changes newer where newer.user_id = forum_changes.user_id and newer.kind = forum_changes.kind and newer.id > forum_changes.id)`,
    ),
    own,
  ),
  forum_profiles: changed('account', own, {
    erased: {
      ...nulls('nickname blog ban_reason_sk ban_reason_en'),
      visibility: `'private'`,
      // So that the forum takes nothing that was sent before.
      revision: 'revision + 1',
    },
    impersonal: 'user_id banned_at',
  }),
  forum_nicknames: changed('account', own, {
    erased: {},
    // One that was only asked for is free for others.
    gone: ({ id }) => sql`user_id = ${id} and not used`,
    impersonal: 'user_id used',
    // So that no other reader can impersonate its former owner.
    kept: 'skeleton',
  }),
  forum_member_follows: deleted(
    'account',
    reader => sql`follower_id in (${ofForum(reader)}) or followed_id in (${ofForum(reader)})`,
  ),
  forum_topic_follows: deleted('account', reader => sql`member_id in (${ofForum(reader)})`),
  forum_posts: changed('account', reader => sql`member_id in (${ofForum(reader)})`, {
    erased: nulls('source_key key'),
    impersonal: 'id topic_id member_id written_at',
    kept: 'text',
  }),
  forum_members: changed('account', ({ id }) => sql`reader = ${String(id)}`, {
    erased: { ...nulls('nickname blog'), visibility: `'private'` },
    impersonal: 'id reader banned revision',
  }),

  // What was sent, without what it said, and what waits to be sent
  outbox_messages: deleted(
    rowFor('90 days', 'created_at'),
    ({ id, email, phone, isProven }) =>
      sql`user_id = ${id} or (delivered_at is null and (payload->>'to' = ${email}
        or payload->>'to' = ${phone === null ? '' : phone.replace(/^0/, '+421')}
        or topic in (${`email-change:${id}`}, ${`help-desk:${id}`}) or (${isProven} and payload->>'replyTo' = ${email})))
        -- Of mails to others that name the reader those that are not on their way any more.
        or (num_nonnulls(refused_at, given_up_at) > 0 and payload is not null and (
          topic in (select 'gift:' || coupon_id from gifts where buyer_id = ${id})
          or (template in ('family_access', 'company_access') and payload->>'to' in (
            select a.email from accesses a join shared_subscriptions s on s.subscription_id = a.subscription_id
            where s.administrator_id = ${id}))
          or (${isProven} and exists (select from jsonb_each_text(payload->'values') said where said.value = ${email}))))`,
  ),

  // Places in subscriptions of others
  accesses: changed(
    personalFor(
      '3 years',
      `coalesce(deactivated_at, ${sharedEnd('accesses')})`,
      `link_key <> ${erasedLinkKey}`,
    ),
    reader => sql`(user_id = ${reader.id} or (user_id is null and ${ofMailbox(reader)}))`,
    {
      // One that another reader has taken stays that reader's.
      told: {
        whose: reader => sql`user_id <> ${reader.id} and ${ofMailbox(reader)}`,
        erased: { email: erasedEmail },
      },
      erased: {
        email: erasedEmail,
        link_key: erasedLinkKey,
        // One that is ending ends at once.
        deactivated_at: 'least(deactivated_at, now())',
        source_key: 'null',
      },
      impersonal:
        'id subscription_id invited_at link_expires_at link_sent_at user_id active_from seat_subscription_id',
    },
  ),
  document_recipients: deleted(
    rowFor('1 year', `coalesce(stopped_at, ${sharedEnd('document_recipients')})`),
    reader => sql`(${ofMailbox(reader)}) or subscription_id in (
      select subscription_id from shared_subscriptions where administrator_id = ${reader.id})`,
  ),
  shared_subscriptions: changed('contract', ({ id }) => sql`administrator_id = ${id}`, {
    erased: {},
    impersonal: 'subscription_id source_key kind administrator_id seats ends_at',
    // The company's, not the reader's: its people read on until the period ends.
    kept: 'company_name company_id company_tax_id company_vat_id buyer_reference',
  }),

  // Money
  recurring_profiles: changed('contract', ofSubscriptions, {
    erased: {
      state: `case when state = 'active' then 'system_stop' else state end`,
      card_id: 'null',
    },
    impersonal:
      'id subscription_id charge_at next_product_code failed_attempts last_failure attempts price_cents coming_cents coming_from stopped_at paused_until planned_change payment_id claimed_until reminded_at card_warned_at',
  }),
  stop_surveys: changed(personalFor('2 years', 'at', 'feedback is not null'), ofSubscriptions, {
    erased: { feedback: 'null' },
    impersonal: 'id subscription_id survey_id answers at',
  }),
  upgrades: changed('contract', ofSubscriptions, {
    erased: {},
    impersonal:
      'id subscription_id offer_code consents product_code payment_id opened_id credited_cents former_starts_at former_ends_at failed_at',
  }),
  subscriptions: changed('contract', own, {
    // Import keys of the publisher's files may be anything, also an e-mail address.
    erased: { source_key: 'null' },
    impersonal: 'id user_id product_code price_cents starts_at ends_at payment_id renewal_of anchor_at',
  }),
  card_changes: changed(
    personalFor('30 days', 'expires_at', `checkout_url is not null and state <> 'waiting'`),
    own,
    {
      erased: { checkout_url: 'null' },
      impersonal: 'id user_id subscription_id state payment_id overdue_renewal_id created_at expires_at',
    },
  ),
  cards: changed('account', own, {
    erased: { brand: `''`, last4: `''`, source_key: 'null', to_forget: `gateway_token <> 'erased'` },
    // Named to the gateway, so that it forgets the card too: forgetCards.
    later: 'gateway_token',
    impersonal: 'id user_id valid_until',
  }),
  orders: changed(
    personalFor('1 year', 'expires_at', `state in ('failed', 'expired') and request_hash <> ''`),
    own,
    {
      erased: {
        ...nulls('gift_name gift_message address buyer_reference checkout_url request_key'),
        // What is paid for later still gives a gift.
        gift_email: 'left(gift_email, 0)',
        request_hash: `''`,
      },
      told: {
        whose: ({ email, isProven }) => sql`${isProven} and gift_email <> '' and gift_email = ${email}`,
        erased: { gift_email: `''`, ...nulls('gift_name gift_message') },
      },
      impersonal:
        'id user_id product_code method state price_cents gift_date begins present_ids rest_until shared_id shared_act consents payment_id subscription_id created_at expires_at paid_at reminded_at',
    },
  ),
  // A paid gift that is not sent yet still has to reach its recipient; erased afterwards.
  gifts: changed(
    personalFor(
      '3 years',
      'coalesce(sent_at, (select expires_at from coupons where id = coupon_id))',
      `email <> ''`,
    ),
    reader => sql`sent_at is not null and (buyer_id = ${reader.id} or (${ofMailbox(reader)}))`,
    {
      erased: { ...nulls('recipient_name message'), email: `''` },
      impersonal: 'coupon_id buyer_id payment_id send_on sent_at link_version reminded_for',
    },
  ),
  coupons: changed('contract', ({ id }) => sql`used_by = ${id}`, {
    erased: { use_key: 'null' },
    impersonal:
      'id code_hash source_hash kind product_code expires_at used_at used_by subscription_id batch_id',
  }),
  payments: changed('contract', own, {
    erased: nulls('checkout_reference checkout_request source_key'),
    impersonal:
      'id user_id product_code purpose method state amount_cents at card_id gateway_key failure last_decline settled_at asked_at paid_on refunded_cents',
    kept: 'variable_symbol charge_reference',
  }),
  // Its account is needed until a statement proves that the money was sent, then as long as that of the bank entry.
  refunds: changed(
    personalFor('3 years', 'arrived_at', 'num_nonnulls(iban, recipient) > 0'),
    ({ id }) =>
      sql`(state = 'arrived' or state = 'sent' and way = 'card') and payment_id in (select id from payments where user_id = ${id})`,
    {
      erased: {
        ...nulls('iban recipient'),
        reason: `case when reason = 'withdrawal' then reason else '' end`,
      },
      impersonal:
        'id payment_id amount_cents requested_by access way state key gateway_reference exported_as requested_at sent_at arrived_at',
    },
  ),
  // The sender is found through the payment. Of money that waits for a person the account is needed to send it back.
  bank_entries: changed(
    personalFor(
      '3 years',
      'booked_on',
      `state not in ('waiting', 'unmatched') and num_nonnulls(payer_name, payer_account, message, note) > 0`,
    ),
    ({ id }) => sql`state <> 'unmatched' and payment_id in (select id from payments where user_id = ${id})`,
    {
      erased: nulls('payer_name payer_account message note'),
      impersonal:
        'id account entry_key reference statement booked_on amount_cents currency is_debit is_reversal state reason payment_id taken_at settled_at',
      kept: 'variable_symbol',
    },
  ),
  documents: changed(rowFor('10 years', 'make_date(year + 1, 1, 1)'), own, {
    erased: {},
    impersonal: 'id user_id payment_id refund_id kind year serial issued_at amount_cents',
    kept: 'content',
  }),

  // What support did about the reader: that it was done stays, what it said goes
  audit_log: changed(rowFor('3 years', 'at', undecided), ({ id }) => sql`reader_id = ${id}`, {
    erased: nulls('before after'),
    impersonal: 'id at who operation target reader_id outcome refusal request_id',
  }),

  // The account itself, last: the ones above are found by it
  users: changed('account', ({ id }) => sql`id = ${id}`, {
    erased: {
      ...nulls(
        'foreign_id name former_email password_hash registration_source registration_referer phone phone_to_change phone_confirmed_at main_account_id',
      ),
      email: erasedEmail,
      token_epoch: 'token_epoch + 1',
      post_inbox: 'false',
      notice_copies: 'false',
      swg_linked: 'false',
      swg_generation: 'swg_generation + 1',
    },
    impersonal:
      'id confirmed_at was_confirmed locale registered_at registered_via anonymization_requested_at blocked_at anonymized_at',
  }),

  ...Object.fromEntries(
    Object.entries(impersonalTables).map(([table, columns]) => [
      table,
      { rows: 'nobodys' as const, columns },
    ]),
  ),
}
