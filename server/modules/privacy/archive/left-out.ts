/** Why a column of the registry is not in the archive of its reader's data. */
type Reason =
  /** Hashes, tokens and links that would let somebody in; they say nothing about the reader. */
  | 'secret'
  /** Keys of rows and of outside services, and times of our own work. */
  | 'internal'
  /** About other people, or what they wrote (GDPR, article 15, paragraph 4). */
  | 'others'
  /** Another part of the archive says the same. */
  | 'elsewhere'
  /** Kept without the reader. */
  | 'impersonal'

/** What the archive leaves out of each table that it concerns; with `archivedLists` these are all columns. */
export const leftOut: Readonly<Record<string, Partial<Record<Reason, string>>>> = {
  users: {
    secret: 'password_hash',
    internal: 'token_epoch was_confirmed swg_generation main_account_id anonymized_at',
  },
  addresses: { internal: 'id source_key user_id' },
  extern_accounts: { internal: 'id user_id' },
  passkeys: { internal: 'id user_id public_key counter' },
  sessions: { internal: 'id user_id token_epoch token_seen_at' },
  refresh_tokens: { secret: 'hash', elsewhere: 'session_id issued_at expires_at used_at' },
  devices: { internal: 'id user_id session_id' },
  mailed_links: { secret: 'token_hash', internal: 'user_id replaced_at mailbox_moved' },
  sign_in_links: {
    secret: 'browser_hash token_hash code_hash email_hash',
    internal: 'user_id remember tries',
  },
  control_codes: { secret: 'code_hash', internal: 'id user_id tries expires_at replaced_at' },
  activity_log: { internal: 'id user_id' },
  data_archives: { internal: 'id user_id tries bytes failed_at' },
  data_archive_chunks: { elsewhere: 'archive_id position content' },
  ebook_downloads: { internal: 'id user_id download_id' },
  follows: { internal: 'user_id' },
  unfollow_requests: { internal: 'id user_id done_before' },
  faq_uses: { impersonal: 'day locale kind about times' },
  newsletter_recipients: { internal: 'id' },
  newsletter_signups: { internal: 'recipient_id' },
  newsletter_decisions: { internal: 'id recipient_id' },
  newsletter_links: { secret: 'token_hash' },
  forum_profiles: { internal: 'user_id revision', elsewhere: 'ban_reason_en' },
  forum_nicknames: { internal: 'user_id' },
  forum_changes: { internal: 'id user_id', elsewhere: 'reason_en' },
  forum_members: { elsewhere: 'id reader nickname blog visibility banned revision' },
  forum_posts: { internal: 'id source_key member_id key' },
  forum_topic_follows: { internal: 'member_id' },
  forum_member_follows: { internal: 'follower_id' },
  subscriptions: { internal: 'id source_key user_id payment_id renewal_of anchor_at' },
  recurring_profiles: {
    internal: 'id card_id failed_attempts attempts payment_id claimed_until reminded_at card_warned_at',
  },
  upgrades: { internal: 'id offer_code payment_id opened_id former_starts_at' },
  stop_surveys: { internal: 'id survey_id' },
  accesses: {
    secret: 'link_key',
    internal: 'id source_key link_expires_at link_sent_at seat_subscription_id',
    others: 'user_id',
  },
  shared_subscriptions: { internal: 'source_key administrator_id' },
  document_recipients: { internal: 'id' },
  coupons: { secret: 'code_hash source_hash', internal: 'id used_by use_key subscription_id batch_id' },
  gifts: { internal: 'payment_id link_version reminded_for', others: 'buyer_id' },
  orders: {
    secret: 'checkout_url',
    internal:
      'user_id shared_id shared_act present_ids rest_until request_key request_hash payment_id subscription_id reminded_at',
  },
  payments: {
    internal:
      'id source_key user_id card_id gateway_key checkout_reference charge_reference last_decline settled_at asked_at',
    elsewhere: 'checkout_request',
  },
  documents: { internal: 'id user_id payment_id refund_id', elsewhere: 'content' },
  refunds: {
    internal: 'id payment_id access key gateway_reference exported_as',
    others: 'recipient requested_by',
  },
  withdrawals: { internal: 'id payment_id refund_id' },
  disputes: { internal: 'id payment_id gateway_reference respond_by' },
  bank_entries: {
    internal:
      'id account entry_key reference statement is_debit is_reversal state reason payment_id taken_at settled_at',
    // Whoever paid for the reader.
    others: 'payer_name message',
  },
  cards: { secret: 'gateway_token', internal: 'id source_key user_id to_forget' },
  card_changes: { secret: 'checkout_url', internal: 'id user_id payment_id overdue_renewal_id' },
  outbox_messages: { secret: 'payload', internal: 'id user_id failure topic' },
  // Of a matched transfer or a gift it names others; what was changed stands in the other lists.
  audit_log: { internal: 'id target reader_id request_id', others: 'who before after' },
}
