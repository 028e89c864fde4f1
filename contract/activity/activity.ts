import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant, PageQuery, UserParams, usersPath } from '../wire.ts'

/** Kinds of entries in the activity log. */
export const activityKinds = [
  'account_activated',
  'signed_in',
  'session_ended',
  'other_sessions_ended',
  'all_sessions_ended',
  'email_changed',
  'email_taken_back',
  'name_changed',
  'password_changed',
  'locale_changed',
  'notice_copies_switched',
  'phone_changed',
  'phone_removed',
  'extern_account_linked',
  'extern_account_unlinked',
  'passkey_added',
  'passkey_removed',
  'account_detached',
  'address_added',
  'address_changed',
  'address_removed',
  'coupon_used',
  'gift_sent',
  'gift_address_changed',
  'device_removed',
  'access_added',
  'access_link_sent',
  'access_activated',
  'access_deactivated',
  'access_taken',
  'access_lost',
  'document_recipient_added',
  'document_recipient_removed',
  'buyer_reference_changed',
  'order_paid',
  'recurrence_started',
  'recurrence_stopped',
  'recurrence_paused',
  'recurrence_resumed',
  'subscription_change_planned',
  'subscription_change_undone',
  'subscription_extended',
  'subscription_given',
  'subscription_upgraded',
  'card_changed',
  'payment_refunded',
  'contract_withdrawn',
  'nickname_requested',
  'blog_requested',
  'forum_visibility_changed',
  'anonymization_requested',
  'anonymization_withdrawn',
  'data_archive_requested',
  'data_archive_downloaded',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** One entry of the activity log. `details` are a few words, e.g. the browser that signed in. */
export const Activity = z.object({
  id: z.int(),
  at: Instant,
  kind: z.enum(activityKinds),
  details: z.record(z.string(), z.string()),
})
export type Activity = z.infer<typeof Activity>

/** What texts of entries mention, for an entry without it. */
export const noDetails = { by: '', count: 0, locale: '', provider: '', type: '' } as const

export const listActivity = endpoint({
  method: 'GET',
  path: `${usersPath}/activity`,
  summary: 'What happened to the account, newest first',
  tag: 'Reader',
  access: 'reader',
  params: UserParams,
  query: PageQuery,
  success: {
    status: 200,
    body: z.object({ items: z.array(Activity), next_cursor: z.nullable(z.string()) }),
  },
})
