/**
 * Error catalogue: every error key with its HTTP status. The texts are in locales/{sk,en}/errors.json and
 * forum-errors.json, those that any page may have to say in general-errors.json, under `error.<key>`; a key
 * without a text in both languages fails a test (R8.14).
 */
export const errorCatalogue = {
  // Not understood, not allowed, not there (R8.01)
  invalid_input: 400,
  not_logged_in: 401,
  forbidden: 403,
  origin_not_allowed: 403,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_server_error: 500,
  service_unavailable: 503,
  idempotency_key_reused: 422,
  storm_shield: 422,
  captcha_failed: 422,
  operation_refused: 422,
  user_not_found: 404,
  user_anonymization_pending: 422,

  // One input field (R5)
  required: 422,
  min_length: 422,
  max_length: 422,
  digits_only: 422,
  invalid_email: 422,
  password_too_short: 422,
  password_missing_digit: 422,
  password_missing_uppercase: 422,
  password_missing_lowercase: 422,
  password_diacritics: 422,
  password_few_unique: 422,
  password_illegal_character: 422,
  password_too_long: 422,
  password_common: 422,
  password_same: 422,
  current_password_wrong: 422,

  // Signing in and the account (R4.04)
  bad_credentials: 422,
  csrf_token_invalid: 422,
  activation_link_invalid: 422,
  activation_link_expired: 422,
  password_link_invalid: 422,
  password_link_expired: 422,
  email_link_invalid: 422,
  email_link_expired: 422,
  email_same: 422,
  email_taken: 422,
  email_change_not_awaited: 422,
  too_many_email_changes: 429,
  name_invalid: 422,
  account_already_confirmed: 422,
  account_not_confirmed: 422,
  too_many_activation_emails: 429,

  // Discussions (R4.12, R6.06, R8.06)
  nickname_used_by_another_user: 422,
  nickname_already_set: 422,
  nickname_field_length_min: 422,
  nickname_field_length_max: 422,
  blog_already_set: 422,
  blog_field_invalid_url: 422,
  nickname_field_characters: 422,
  nickname_reserved: 422,
  forum_nickname_needed: 422,
  forum_banned: 403,
  topic_blocked: 422,
  topic_deleted: 422,
  forum_unavailable: 503,

  // Newsletters (R8.13)
  newsletter_subscription_needed: 422,
  newsletter_account_not_confirmed: 422,
  newsletter_link_invalid: 404,
  newsletter_link_expired: 422,
  newsletter_undo_too_late: 422,
  too_many_newsletter_emails: 429,

  // Family and company accesses (R8.08)
  family_request_not_found: 404,
  family_request_one_per_user: 422,
  family_request_self_use_forbidden: 422,
  family_code_expired: 422,
  company_seats_used_up: 422,
  company_access_exists: 422,
  company_own_access: 422,
  company_access_not_waiting: 422,
  company_subscription_ended: 422,
  company_too_many_lines: 422,
  company_csv_without_emails: 422,
  company_csv_is_spreadsheet: 422,
  company_csv_not_text: 422,
  email_or_emails: 422,
  too_many_access_mails: 429,
  document_recipient_exists: 422,
  document_recipient_stopped: 422,
  document_recipient_limit: 422,
  too_many_document_recipients: 429,

  // Activation codes (R8.09)
  coupon_already_used: 422,
  coupon_expired: 422,
  coupon_doesnt_exist: 422,
  coupon_giveaway_user_active_subscription: 422,
  coupon_user_active_recurrence: 422,
  too_many_coupon_attempts: 429,
  too_many_coupon_attempts_nearby: 429,

  // Addresses (R8.10)
  first_name_invalid: 422,
  last_name_invalid: 422,
  address_type_not_found: 422,
  address_type_invoice_not_allowed: 422,
  zip_invalid: 422,
  country_not_found: 422,
  company_name_invalid: 422,
  company_id_invalid: 422,
  company_tax_id_invalid: 422,
  company_vat_id_invalid: 422,
  address_limit_reached: 422,
  address_abroad: 422,

  // Linked accounts (R8.11)
  link_not_connected: 422,
  link_already_linked: 422,
  link_used_by_another_user: 422,
  link_email_exists: 422,
  link_account_not_confirmed: 422,
  link_blocked: 422,
  link_failed: 422,
  sign_in_failed: 422,
  link_provider_error: 422,
  link_provider_email_invalid: 422,
  link_last_sign_in: 422,

  // Mobile number (R8.12)
  phone_wrong_format: 422,
  phone_sms_subscriber: 422,
  phone_sms_recurrence: 422,
  phone_cannot_change_now: 422,
  phone_contact_helpdesk: 422,
  control_code_invalid: 422,
  control_code_expired: 422,
  control_code_not_awaited: 422,
  too_many_codes: 429,

  // Money (R8.13)
  subscription_not_found: 404,
  recurrence_no_payment: 422,
  recurrence_not_recurrent: 422,
  recurrence_too_late: 422,
  recurrence_ended: 422,
  recurrence_failed: 422,
  pause_not_possible: 422,
  pause_used_up: 422,
  pause_too_late: 422,
  product_not_sold: 422,
  company_standard_not_sold: 422,
  order_seats_invalid: 422,
  gift_not_possible: 422,
  gift_date_invalid: 422,
  gift_already_activated: 422,
  gift_expired: 422,
  too_many_gift_mails: 429,
  return_url_not_allowed: 422,
  offer_changed: 422,
  withdrawal_too_late: 422,
  withdrawal_refunded: 422,
  order_terms_changed: 422,
  begin_at_once_required: 422,
  card_declined: 422,
  card_insufficient_funds: 422,
  card_expired: 422,
  card_authentication_required: 422,
  payment_gateway_unavailable: 503,
  payment_not_confirmed: 503,
  device_removal_limit_reached: 422,
  ebooks_not_included: 422,
  ebook_limit_reached: 422,
} as const satisfies Record<string, number>

export type ErrorKey = keyof typeof errorCatalogue

/** Errors that this server never returns: other systems with the same API may, and clients have their texts. */
export const keptForClients: Partial<Record<ErrorKey, string>> = {
  min_length:
    'R5.02 names a text that is too short; every text here that can be too short has a refusal of its own.',
  phone_contact_helpdesk:
    'R8.12 names it for publishers whose own system decides on numbers; this one gives a reason each time.',
}

/** Whether a text is a key of the catalogue. */
export const isErrorKey = (text: string): text is ErrorKey => Object.hasOwn(errorCatalogue, text)
