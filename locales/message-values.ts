// Made by `node scripts/write-message-values.ts` from the texts in locales/sk.
import type accessibility from './sk/accessibility.json'
import type activation from './sk/activation.json'
import type activity from './sk/activity.json'
import type addresses from './sk/addresses.json'
import type awaitedTransfer from './sk/awaited-transfer.json'
import type change from './sk/change.json'
import type common from './sk/common.json'
import type companies from './sk/companies.json'
import type coupons from './sk/coupons.json'
import type devices from './sk/devices.json'
import type documents from './sk/documents.json'
import type emailLink from './sk/email-link.json'
import type errors from './sk/errors.json'
import type familyReaders from './sk/family-readers.json'
import type faq from './sk/faq.json'
import type follows from './sk/follows.json'
import type forumErrors from './sk/forum-errors.json'
import type forum from './sk/forum.json'
import type generalErrors from './sk/general-errors.json'
import type giftOffer from './sk/gift-offer.json'
import type gifts from './sk/gifts.json'
import type help from './sk/help.json'
import type invitation from './sk/invitation.json'
import type login from './sk/login.json'
import type navigation from './sk/navigation.json'
import type newsletters from './sk/newsletters.json'
import type notFound from './sk/not-found.json'
import type phone from './sk/phone.json'
import type privacy from './sk/privacy.json'
import type protection from './sk/protection.json'
import type recurrence from './sk/recurrence.json'
import type serviceMode from './sk/service-mode.json'
import type session from './sk/session.json'
import type settings from './sk/settings.json'
import type shop from './sk/shop.json'
import type subscriptionFacts from './sk/subscription-facts.json'
import type subscriptions from './sk/subscriptions.json'
import type thirdPartyScripts from './sk/third-party-scripts.json'
import type unlockedAccess from './sk/unlocked-access.json'
import type withdrawal from './sk/withdrawal.json'

/** Every message that the browser may show. */
export type MessageKey =
  | keyof typeof accessibility
  | keyof typeof activation
  | keyof typeof activity
  | keyof typeof addresses
  | keyof typeof awaitedTransfer
  | keyof typeof change
  | keyof typeof common
  | keyof typeof companies
  | keyof typeof coupons
  | keyof typeof devices
  | keyof typeof documents
  | keyof typeof emailLink
  | keyof typeof errors
  | keyof typeof familyReaders
  | keyof typeof faq
  | keyof typeof follows
  | keyof typeof forumErrors
  | keyof typeof forum
  | keyof typeof generalErrors
  | keyof typeof giftOffer
  | keyof typeof gifts
  | keyof typeof help
  | keyof typeof invitation
  | keyof typeof login
  | keyof typeof navigation
  | keyof typeof newsletters
  | keyof typeof notFound
  | keyof typeof phone
  | keyof typeof privacy
  | keyof typeof protection
  | keyof typeof recurrence
  | keyof typeof serviceMode
  | keyof typeof session
  | keyof typeof settings
  | keyof typeof shop
  | keyof typeof subscriptionFacts
  | keyof typeof subscriptions
  | keyof typeof thirdPartyScripts
  | keyof typeof unlockedAccess
  | keyof typeof withdrawal

/** What stands in the place of a placeholder. */
export type Value = string | number

/** What each message mentions; those that mention nothing are left out. */
export type MessageValues = {
  'accessibility.contact': { address: Value; hours: number }
  'accessibility.method': { date: Value }
  'accessibility.scope': { address: Value }
  'account.detach_text': { email: Value }
  'account.detached': { email: Value }
  'account.leave': { email: Value }
  'account.remove': { email: Value }
  'account.remove_title': { email: Value }
  'activation.confirmed_lead': { email: Value }
  'activation.sent_lead': { email: Value; hours: number }
  'activation.unconfirmed_lead': { email: Value }
  'activity.kind.access_activated': { count: number }
  'activity.kind.access_added': { count: number }
  'activity.kind.access_deactivated': { count: number }
  'activity.kind.access_link_sent': { count: number }
  'activity.kind.access_taken': { kind: string }
  'activity.kind.address_added': { type: string }
  'activity.kind.address_changed': { type: string }
  'activity.kind.address_removed': { type: string }
  'activity.kind.device_removed': { by: string; device: Value }
  'activity.kind.email_changed': { by: string }
  'activity.kind.extern_account_linked': { provider: string }
  'activity.kind.extern_account_unlinked': { by: string; provider: string }
  'activity.kind.forum_visibility_changed': { state: string }
  'activity.kind.locale_changed': { locale: string }
  'activity.kind.name_changed': { by: string }
  'activity.kind.nickname_requested': { nickname: Value }
  'activity.kind.notice_copies_switched': { state: string }
  'activity.kind.passkey_added': { name: Value }
  'activity.kind.passkey_removed': { by: string; name: Value }
  'activity.kind.phone_removed': { by: string }
  'activity.kind.recurrence_paused': { by: string }
  'activity.kind.recurrence_resumed': { by: string }
  'activity.kind.recurrence_started': { by: string }
  'activity.kind.recurrence_stopped': { by: string }
  'activity.kind.signed_in': { provider: string }
  'activity.kind.subscription_extended': { days: number }
  'activity.kind.subscription_given': { days: number }
  'addresses.change': { summary: Value }
  'addresses.dialog_text': { summary: Value }
  'addresses.remove': { summary: Value }
  'addresses.suspicious': { name: Value }
  'another_reader.text': { email: Value }
  'archive.lead': { day: Value; email: Value; time: Value }
  'archive.value.begins': { value: string }
  'archive.value.by': { value: string }
  'archive.value.changed_by': { value: string }
  'archive.value.decision': { value: string }
  'archive.value.ended_because': { value: string }
  'archive.value.failure': { value: string }
  'archive.value.kind': { value: string }
  'archive.value.locale': { value: string }
  'archive.value.method': { value: string }
  'archive.value.outcome': { value: string }
  'archive.value.provider': { value: string }
  'archive.value.purpose': { value: string }
  'archive.value.reason': { value: string }
  'archive.value.registered_via': { value: string }
  'archive.value.state': { value: string }
  'archive.value.type': { value: string }
  'archive.value.visibility': { value: string }
  'archive.value.way': { value: string }
  'awaited.enough_text': { name: Value; price: Value; received: Value }
  'awaited.missing_text': { name: Value; price: Value; received: Value }
  'awaited.missing_title': { missing: Value }
  'awaited.text': { name: Value }
  'awaited.title': { price: Value }
  'card.no_card_text': { price: Value }
  'card.now': { card: Value }
  'card.refunded_text': { price: Value }
  'card.verification': { price: Value }
  'card.verified_text': { price: Value }
  'change.at_end_text': { card: Value; day: Value; former: Value; present: Value; price: Value }
  'change.at_end_title': { from: Value; name: Value }
  'change.at_once_text': { day: Value; price: Value; today: Value; until: Value }
  'change.at_once_title': { name: Value }
  'change.card_at_end': { from: Value }
  'change.card_at_once': { today: Value }
  'change.change': { from: Value }
  'change.choose': { name: Value }
  'change.devices': { count: number; former: number }
  'change.gained': { list: Value }
  'change.lost': { list: Value }
  'change.monthly': { price: Value }
  'change.pay': { card: Value; today: Value }
  'change.planned': { from: Value; name: Value }
  'change.price': { count: number; price: Value; unit: string }
  'change.title': { end: Value; name: Value; price: Value }
  'chat.failed': { address: Value }
  'chat.provider': { host: Value }
  'companies.activate': { email: Value }
  'companies.activated': { email: Value }
  'companies.add_hint': { days: Value }
  'companies.added': { email: Value }
  'companies.buy_more': { package: Value }
  'companies.buy_renewal': { package: Value }
  'companies.cancel': { email: Value }
  'companies.cancelled': { email: Value }
  'companies.cancelled_and_given_on': { email: Value; next: Value }
  'companies.change.activate': { count: Value }
  'companies.change.deactivate': { count: Value }
  'companies.change.send_link': { count: Value }
  'companies.change_text.activate': { count: number }
  'companies.change_text.deactivate': { count: number }
  'companies.change_text.send_link': { count: number }
  'companies.changed.activate': { count: number }
  'companies.changed.deactivate': { count: number }
  'companies.changed.send_link': { count: number }
  'companies.changed_left': { count: number }
  'companies.changed_refused': { count: number }
  'companies.choice': { from: Value; name: Value; state: string; type: Value; until: Value }
  'companies.choose_all': { count: Value }
  'companies.choose_shown': { count: Value }
  'companies.chosen': { count: Value }
  'companies.copied': { email: Value }
  'companies.copy': { email: Value }
  'companies.deactivate': { email: Value }
  'companies.deactivate_active': { email: Value }
  'companies.deactivate_ending': { email: Value }
  'companies.deactivate_waiting': { email: Value }
  'companies.deactivated': { email: Value }
  'companies.ended': { email: Value }
  'companies.ending': { count: number }
  'companies.family_left': { free: number }
  'companies.family_period': { type: Value; until: Value }
  'companies.filter.active': { count: Value }
  'companies.filter.all': { count: Value }
  'companies.filter.deactivated': { count: Value }
  'companies.filter.ending': { count: Value }
  'companies.filter.waiting': { count: Value }
  'companies.found': { count: number }
  'companies.given_on': { email: Value; next: Value }
  'companies.help': { address: Value }
  'companies.invoice_reference': { reference: Value }
  'companies.kind.credit_note': { number: Value }
  'companies.kind.invoice': { number: Value }
  'companies.kind.receipt': { number: Value }
  'companies.last_used': { date: Value }
  'companies.left': { free: number }
  'companies.many_adding_left': { count: number }
  'companies.many_done': { count: number }
  'companies.many_failed': { count: number }
  'companies.many_file_read': { count: number; name: Value }
  'companies.many_hint': { max: Value }
  'companies.many_line': { line: Value }
  'companies.many_progress': { count: Value; done: Value }
  'companies.many_removing_left': { count: number }
  'companies.more_hint': { until: Value }
  'companies.net': { net: Value; vat: Value }
  'companies.open_archive': { year: Value }
  'companies.open_pdf': { title: Value }
  'companies.open_xml': { title: Value }
  'companies.order': { package: Value }
  'companies.order_invoice_to': { id: Value; name: Value }
  'companies.order_price': { net: Value; price: Value }
  'companies.order_title': { package: Value }
  'companies.order_title.add_seats': { package: Value }
  'companies.order_title.renew': { package: Value }
  'companies.order_until': { until: Value }
  'companies.package': { count: number }
  'companies.per_person': { price: Value }
  'companies.period.active': { name: Value; type: Value; until: Value }
  'companies.period.future': { from: Value; name: Value; type: Value }
  'companies.period.inactive': { name: Value; type: Value; until: Value }
  'companies.plan_added': { count: number }
  'companies.plan_more': { count: Value }
  'companies.plan_removed': { count: number }
  'companies.plan_stays': { count: Value; free: Value }
  'companies.plan_too_many': { max: number }
  'companies.price_net': { net: Value }
  'companies.reads_as': { email: Value }
  'companies.recipient_added': { email: Value }
  'companies.recipient_hint': { max: number }
  'companies.recipient_remove': { email: Value }
  'companies.recipient_remove_text': { email: Value }
  'companies.recipient_removed': { email: Value }
  'companies.recipient_stopped': { date: Value }
  'companies.reference_hint_current': { reference: Value }
  'companies.renewal_from': { date: Value }
  'companies.resend': { email: Value }
  'companies.seats': { seats: Value; used: Value }
  'companies.seats.family': { seats: Value; used: Value }
  'companies.seats_free': { free: Value }
  'companies.send': { email: Value }
  'companies.sent': { email: Value }
  'companies.show_more': { count: number }
  'companies.state.active': { date: Value }
  'companies.state.cancelled': { date: Value }
  'companies.state.deactivated': { date: Value }
  'companies.state.ending': { date: Value }
  'companies.state.expired': { date: Value }
  'companies.state.taken_away': { date: Value }
  'companies.state.waiting_sent': { date: Value }
  'companies.submit_card': { price: Value }
  'companies.submit_transfer': { price: Value }
  'companies.take_away': { email: Value }
  'companies.taken_and_given_on': { email: Value; next: Value }
  'companies.taken_away': { email: Value }
  'confirm.paid_text': { price: Value }
  'confirm.pay': { price: Value }
  'confirm.text': { price: Value }
  'confirm.waiting_text': { price: Value }
  'consent.since_agreed': { date: Value }
  'consent.since_refused': { date: Value }
  'consent.text': { name: Value; publisher: Value }
  'coupon.code': { code: Value }
  'coupon.done': { name: Value; until: Value }
  'coupon.done_later': { from: Value; name: Value; until: Value }
  'coupon.gift_from': { from: Value }
  'coupon.gives': { name: Value; until: Value }
  'coupon.gives_later': { from: Value; name: Value; until: Value }
  'coupon.next.coupon_already_used': { address: Value }
  'coupon.next.coupon_doesnt_exist': { address: Value }
  'coupon.next.coupon_expired': { address: Value }
  'coupon.use_until': { date: Value }
  'coupon.use_until_time': { date: Value; time: Value }
  'data_archive.download': { size: Value }
  'data_archive.gone': { date: Value; time: Value }
  'data_archive.ready_text': { date: Value; time: Value }
  'devices.active.on': { date: Value }
  'devices.active.today': { time: Value }
  'devices.active.yesterday': { time: Value }
  'devices.over': { devices: number; limit: Value }
  'devices.removals': { left: number }
  'devices.remove_label': { name: Value }
  'devices.remove_left': { left: number }
  'devices.remove_title': { name: Value }
  'devices.removed': { name: Value }
  'devices.within': { devices: number; limit: number }
  'documents.failed': { method: string }
  'documents.failed_attempts': { count: number }
  'documents.link_for': { date: Value; document: Value; product: Value }
  'documents.none_seat': { from: Value }
  'documents.paid': { method: string }
  'documents.refund': { day: Value; price: Value; state: string; way: string }
  'documents.refunded': { method: string }
  'documents.unknown': { method: string }
  'documents.waiting': { method: string }
  'email_change.waits': { email: Value }
  'email_change.waits_text': { date: Value }
  'email_link.change.expired': { hours: number }
  'email_link.take_back.expired': { helpdesk: Value }
  'error.address_limit_reached': { max: number }
  'error.company_too_many_lines': { max: number }
  'error.control_code_invalid': { tries_left: number }
  'error.document_recipient_limit': { max: number }
  'error.ebook_limit_reached': { date: Value; limit: Value; time: Value }
  'error.max_length': { max: Value }
  'error.min_length': { min: Value }
  'family_readers.expired': { date: Value }
  'family_readers.reads': { date: Value }
  'family_readers.waits': { date: Value }
  'faq.copy_failed': { address: Value }
  'faq.failed_text': { helpdesk: Value; hours: number }
  'faq.found': { count: number }
  'faq.nothing_title': { query: Value }
  'follows.author_all_title': { count: Value }
  'follows.author_answer': { count: number }
  'follows.blogger_all_title': { count: Value }
  'follows.blogger_answer': { count: number }
  'follows.nothing': { query: Value }
  'follows.topic_all_title': { count: Value }
  'follows.topic_answer': { count: number }
  'follows.under_way': { time: Value }
  'footer.helpdesk': { address: Value; hours: number }
  'forum.answer': { nickname: Value }
  'forum.banned_since': { date: Value }
  'forum.banned_write': { email: Value }
  'forum.blog_approved_text': { value: Value }
  'forum.blog_declined': { date: Value; value: Value }
  'forum.blog_waits': { date: Value; value: Value }
  'forum.discussions_total': { count: number }
  'forum.followers_total': { count: number }
  'forum.following_total': { count: number }
  'forum.last_post': { when: Value }
  'forum.nickname_approved_text': { value: Value }
  'forum.nickname_declined': { date: Value; value: Value }
  'forum.nickname_waits': { date: Value; value: Value }
  'forum.post_label': { title: Value }
  'forum.posts': { count: number }
  'forum.posts_total': { count: number }
  'forum.posts_written': { count: number; first: Value; last: Value }
  'forum.reason': { reason: Value }
  'forum.write_into': { title: Value }
  'gift_offer.accept_as': { email: Value }
  'gift_offer.begins_later': { from: Value }
  'gift_offer.done': { product: Value; until: Value }
  'gift_offer.done_later': { from: Value; product: Value; until: Value }
  'gift_offer.expired_lead': { address: Value }
  'gift_offer.from': { from: Value; length: Value; product: Value }
  'gift_offer.given': { length: Value; product: Value }
  'gift_offer.stop_first_text': { date: Value }
  'gift_offer.title_named': { name: Value }
  'gift_offer.use_until': { date: Value }
  'gifts.activated': { date: Value }
  'gifts.change': { email: Value }
  'gifts.expired': { address: Value; until: Value }
  'gifts.for': { email: Value; product: Value }
  'gifts.planned': { date: Value; until: Value }
  'gifts.send_again': { email: Value }
  'gifts.send_now': { email: Value }
  'gifts.sent': { sent: Value; until: Value }
  'gifts.was_changed': { email: Value }
  'gifts.was_sent': { email: Value }
  'gifts.withdraw': { email: Value; until: Value }
  'help.phone_closed': { day: string; time: Value }
  'help.phone_open': { time: Value }
  'help.sent_text': { email: Value; hours: number }
  'help.sent_title': { number: Value }
  'invitation.accept_as': { email: Value }
  'invitation.done': { group: Value; until: Value }
  'invitation.done_later': { group: Value; since: Value; until: Value }
  'invitation.done_lead': { from: Value; hasFrom: string }
  'invitation.lead.company': { from: Value; group: Value; hasFrom: string; until: Value }
  'invitation.lead.family': { from: Value; group: Value; hasFrom: string; until: Value }
  'invitation.lead_later.company': { from: Value; group: Value; hasFrom: string; since: Value; until: Value }
  'invitation.lead_later.family': { from: Value; group: Value; hasFrom: string; since: Value; until: Value }
  'invitation.valid_until': { date: Value }
  'linked.cancelled': { name: Value }
  'linked.confirm': { name: Value }
  'linked.dialog_text': { name: Value }
  'linked.dialog_title': { name: Value }
  'linked.link': { name: Value }
  'linked.linked': { name: Value }
  'linked.none': { hasPassword: string }
  'linked.since': { date: Value }
  'linked.unlink': { name: Value }
  'linked.unlinked': { name: Value }
  'login.activate.expired': { hours: number }
  'login.link_by_mail.sent': { email: Value; minutes: Value }
  'login.renew.expired': { hours: number }
  'login.sent.new_password': { email: Value; hours: number }
  'login.sent.registration': { email: Value; hours: number }
  'login.signed_in.continue': { email: Value }
  'login.signed_in.lead': { email: Value }
  'login.with.cancelled': { name: Value }
  'login.with.continue': { name: Value }
  'login.with.email_invalid': { name: Value }
  'login.with.failed': { name: Value }
  'mail.account_detached.after': { helpdesk: Value }
  'mail.account_detached.text': { linked: Value; main: Value }
  'mail.activation.after': { hours: number }
  'mail.anonymization_done.after': { helpdesk: Value }
  'mail.anonymization_done.text': { years: Value }
  'mail.anonymization_requested.after': { helpdesk: Value }
  'mail.anonymization_requested.subject': { day: Value }
  'mail.anonymization_requested.text': { day: Value; years: Value }
  'mail.anonymization_withdrawn.after': { helpdesk: Value }
  'mail.card_changed.after': { helpdesk: Value }
  'mail.card_changed.text': { card: Value; price: Value; product: Value }
  'mail.card_expiring.after': { isPaused: string; until: Value }
  'mail.card_expiring.subject': { card: Value }
  'mail.card_expiring.text': { card: Value; day: Value; price: Value; product: Value; valid: Value }
  'mail.change_done.subject': { product: Value }
  'mail.change_done.text': { card: Value; from: Value; price: Value; product: Value; until: Value }
  'mail.change_planned.subject': { from: Value; product: Value }
  'mail.change_planned.text': { card: Value; day: Value; from: Value; price: Value; product: Value }
  'mail.change_undone.text': { card: Value; day: Value; price: Value; product: Value }
  'mail.company_access.after': { days: number }
  'mail.company_access.subject': { from: Value }
  'mail.company_access.text': { from: Value }
  'mail.company_document.subject': { company: Value; kind: string; number: Value }
  'mail.company_document.text': { company: Value; hasXml: string; kind: string; number: Value; price: Value }
  'mail.confirmation_lapsing.subject': { product: Value; until: Value }
  'mail.confirmation_lapsing.text': { card: Value; price: Value; product: Value; until: Value }
  'mail.contract': { agreed: string; asked: string; day: Value; information: Value; last_day: Value; next_price: Value; order: Value; renews: string; terms_url: Value; terms_version: Value; withdraw_url: Value; withdraws: string }
  'mail.data_archive_ready.after': { helpdesk: Value }
  'mail.data_archive_ready.text': { day: Value; time: Value }
  'mail.document_sent.after': { helpdesk: Value }
  'mail.document_sent.subject': { number: Value }
  'mail.document_sent.text': { number: Value; price: Value }
  'mail.documents_announced.subject': { company: Value }
  'mail.documents_announced.text': { company: Value }
  'mail.done_by_staff.after': { helpdesk: Value }
  'mail.done_by_staff.subject': { what: Value }
  'mail.done_by_staff.text': { day: Value; time: Value; what: Value }
  'mail.email_change.after': { hours: number }
  'mail.email_changed.after': { helpdesk: Value }
  'mail.email_changed_by_reader.after': { day: Value; time: Value }
  'mail.email_changed_by_reader.text': { email: Value }
  'mail.email_taken_back.after': { helpdesk: Value }
  'mail.extern_account_linked.after': { helpdesk: Value }
  'mail.extern_account_linked.subject': { provider: Value }
  'mail.extern_account_linked.text': { provider: Value }
  'mail.extern_account_registered.after': { helpdesk: Value }
  'mail.extern_account_registered.text': { provider: Value }
  'mail.extern_account_unlinked.after': { helpdesk: Value }
  'mail.extern_account_unlinked.subject': { provider: Value }
  'mail.extern_account_unlinked.text': { provider: Value }
  'mail.family_access.after': { days: number }
  'mail.family_access.subject': { from: Value }
  'mail.family_access.text': { from: Value }
  'mail.forum_change_approved.subject': { kind: string }
  'mail.forum_change_approved.text': { kind: string; value: Value }
  'mail.forum_change_declined.after': { forum: Value }
  'mail.forum_change_declined.subject': { kind: string }
  'mail.forum_change_declined.text': { kind: string; reason: string; value: Value }
  'mail.gift_cancelled.text': { day: Value; product: Value }
  'mail.gift_paid.after': { contract: Value; until: Value }
  'mail.gift_paid.text': { day: Value; hasRecipient: string; isDue: string; price: Value; product: Value; recipient: Value }
  'mail.gift_received.after': { until: Value }
  'mail.gift_received.subject': { from: Value; hasFrom: string }
  'mail.gift_received.text': { from: Value; hasFrom: string; hasMessage: string; hasName: string; message: Value; name: Value; product: Value }
  'mail.gift_unused.text': { hasRecipient: string; product: Value; recipient: Value; until: Value }
  'mail.help_received.subject': { number: Value }
  'mail.help_received.text': { copy: string; hours: number; message: Value; number: Value }
  'mail.help_request.after': { email: Value }
  'mail.help_request.subject': { number: Value; topic: string }
  'mail.help_request.text': { account: string; details: Value; email: Value; id: Value; message: Value; name: Value; number: Value }
  'mail.new_password.after': { hours: number }
  'mail.newsletter_confirmation.after': { days: number }
  'mail.newsletter_confirmation.subject': { count: number }
  'mail.newsletter_confirmation.text': { count: number; titles: Value }
  'mail.newsletter_manage.after': { days: number }
  'mail.newsletter_welcome.subject': { count: number }
  'mail.newsletter_welcome.text': { count: number; day: Value; isPaused: string; titles: Value }
  'mail.notice_copy.after': { helpdesk: Value }
  'mail.notice_copy.subject': { what: Value }
  'mail.notice_copy.text': { browser: Value; day: Value; hasBrowser: string; time: Value; what: Value }
  'mail.order_paid.after': { contract: Value }
  'mail.order_paid.subject': { product: Value }
  'mail.order_paid.text': { begins: string; from: Value; present: Value; price: Value; product: Value; until: Value; waits: string }
  'mail.passkey_added.after': { helpdesk: Value }
  'mail.passkey_added.text': { name: Value }
  'mail.passkey_removed.after': { helpdesk: Value }
  'mail.passkey_removed.text': { name: Value }
  'mail.password_changed.after': { helpdesk: Value }
  'mail.pause_ending.after': { stop_until: Value }
  'mail.pause_ending.subject': { day: Value; product: Value }
  'mail.pause_ending.text': { card: Value; day: Value; price: Value; product: Value }
  'mail.pay_by_square': { price: Value }
  'mail.payment_refunded.after': { document: string; helpdesk: Value; renewal: string }
  'mail.payment_refunded.subject': { price: Value; way: string }
  'mail.payment_refunded.text': { access: string; price: Value; product: Value; until: Value; way: string }
  'mail.price_changed.after': { change: string; stop_until: Value; time: Value }
  'mail.price_changed.subject': { product: Value }
  'mail.price_changed.text': { card: Value; day: Value; former: Value; price: Value; product: Value }
  'mail.recurrence_paused.after': { card: Value; price: Value; until: Value }
  'mail.recurrence_paused.subject': { from: Value; product: Value }
  'mail.recurrence_paused.text': { paid_until: Value; product: Value; until: Value }
  'mail.recurrence_resumed.subject': { product: Value }
  'mail.recurrence_resumed.text': { card: Value; day: Value; isAhead: string; price: Value; product: Value }
  'mail.recurrence_started.after': { canStop: string; stop_until: Value }
  'mail.recurrence_started.text': { card: Value; day: Value; isPaid: string; paid_until: Value; price: Value; product: Value }
  'mail.recurrence_stopped.after': { isOver: string; until: Value }
  'mail.recurrence_stopped.text': { isOver: string; product: Value; until: Value }
  'mail.renewal_ahead.after': { stop_until: Value }
  'mail.renewal_ahead.subject': { day: Value }
  'mail.renewal_ahead.text': { card: Value; day: Value; price: Value; product: Value }
  'mail.renewal_charged.subject': { product: Value }
  'mail.renewal_charged.text': { card: Value; price: Value; product: Value; until: Value }
  'mail.renewal_failed.after': { isOver: string; until: Value }
  'mail.renewal_failed.subject': { product: Value }
  'mail.renewal_failed.text': { card: Value; day: Value; price: Value; reason: string; time: Value }
  'mail.renewal_stopped.after': { isOver: string; until: Value }
  'mail.renewal_stopped.subject': { product: Value }
  'mail.renewal_stopped.text': { card: Value; price: Value; reason: string }
  'mail.renewal_to_confirm.after': { isOver: string; until: Value }
  'mail.renewal_to_confirm.subject': { product: Value }
  'mail.renewal_to_confirm.text': { card: Value; price: Value }
  'mail.sign_in_link.after': { minutes: Value }
  'mail.sign_in_link.subject': { code: Value }
  'mail.sign_in_link.text': { code: Value }
  'mail.storm_shield_code.after': { helpdesk: Value }
  'mail.storm_shield_code.subject': { code: Value }
  'mail.storm_shield_code.text': { code: Value; minutes: Value }
  'mail.subscription_extended.after': { day: Value; price: Value; renews: string }
  'mail.subscription_extended.subject': { days: number; product: Value }
  'mail.subscription_extended.text': { product: Value; until: Value }
  'mail.subscription_given.subject': { days: number; product: Value }
  'mail.subscription_given.text': { from: Value; product: Value; until: Value }
  'mail.subscription_upgraded.after': { contract: Value }
  'mail.subscription_upgraded.subject': { product: Value }
  'mail.subscription_upgraded.text': { card: Value; price: Value; product: Value; until: Value }
  'mail.transfer_enough.after': { helpdesk: Value }
  'mail.transfer_enough.subject': { excess: Value; isMore: string; product: Value }
  'mail.transfer_enough.text': { excess: Value; isMore: string; product: Value; total: Value }
  'mail.transfer_reminder.after': { day: Value }
  'mail.transfer_reminder.subject': { product: Value }
  'mail.transfer_reminder.text': { beneficiary: Value; day: Value; iban: Value; price: Value; product: Value; variable_symbol: Value }
  'mail.transfer_requested.after': { begins: string; present: Value; product: Value; rest: string; until: Value }
  'mail.transfer_requested.subject': { product: Value }
  'mail.transfer_requested.text': { beneficiary: Value; day: Value; iban: Value; price: Value; variable_symbol: Value }
  'mail.transfer_underpaid.after': { helpdesk: Value }
  'mail.transfer_underpaid.subject': { missing: Value; product: Value }
  'mail.transfer_underpaid.text': { beneficiary: Value; iban: Value; missing: Value; price: Value; product: Value; total: Value; variable_symbol: Value }
  'mail.upgrade_failed.subject': { product: Value }
  'mail.upgrade_failed.text': { card: Value; price: Value }
  'mail.withdrawal_received.after': { helpdesk: Value }
  'mail.withdrawal_received.text': { concluded: Value; counted: string; day: Value; deadline: Value; gift: string; kept: Value; order: Value; paid: Value; part: string; price: Value; product: Value; restores: string; time: Value; way: string; with: Value }
  'mail.withdrawal_refused.after': { helpdesk: Value }
  'mail.withdrawal_refused.subject': { order: Value }
  'mail.withdrawal_refused.text': { day: Value; order: Value; reason: string }
  'newsletter_link.confirm_answer': { titles: Value }
  'newsletter_link.confirm_then': { email: Value }
  'newsletter_link.confirmed_then': { email: Value }
  'newsletter_link.manage_none': { date: Value; email: Value }
  'newsletter_link.manage_then': { count: number; date: Value; email: Value }
  'newsletters.answer_reader': { count: number }
  'newsletters.bar': { count: number }
  'newsletters.pause_day_hint': { last: Value }
  'newsletters.paused_answer': { date: Value }
  'newsletters.paused_then': { count: number; email: Value }
  'newsletters.resume_of': { title: Value }
  'newsletters.sample_of': { title: Value }
  'newsletters.sent_manage': { days: number; email: Value }
  'newsletters.sent_text': { days: number; email: Value }
  'newsletters.signup_chosen': { titles: Value }
  'newsletters.snoozed': { date: Value }
  'newsletters.then_none': { email: Value }
  'newsletters.then_reader': { count: number; email: Value }
  'order.card_waiting_text': { name: Value; price: Value }
  'order.confirming_text': { email: Value }
  'order.copied': { what: Value }
  'order.copy': { what: Value }
  'order.failed_text': { reason: string }
  'order.left_text': { name: Value }
  'order.paid': { name: Value; until: Value }
  'order.paid_gift_lead': { date: Value; to: Value }
  'order.paid_gift_now': { to: Value }
  'order.paid_gift_then': { days: Value }
  'order.paid_later': { from: Value; name: Value; until: Value }
  'order.paid_lead': { email: Value; price: Value }
  'order.paid_plain': { name: Value }
  'order.plan.after': { name: Value; present: Value }
  'order.plan.beside': { name: Value; present: Value; tense: string }
  'order.plan.instead': { name: Value; present: Value; tense: string }
  'order.plan.rest': { until: Value }
  'order.too_late_text': { email: Value; name: Value; price: Value }
  'order.transfer': { price: Value }
  'order.transfer_enough_lead': { price: Value; received: Value }
  'order.transfer_lead': { email: Value; name: Value }
  'order.transfer_lead_after': { email: Value }
  'order.transfer_lead_gift': { date: Value; email: Value }
  'order.transfer_missing_lead': { price: Value; received: Value }
  'order.transfer_qr_alt': { iban: Value; price: Value; symbol: Value }
  'passkeys.made': { date: Value }
  'passkeys.remove': { name: Value }
  'passkeys.remove_title': { name: Value }
  'passkeys.removed': { name: Value }
  'passkeys.rename': { name: Value }
  'passkeys.used': { date: Value }
  'password.strength': { strength: Value }
  'password_change.none': { isLinked: string }
  'pause.impossible_title': { end: Value; name: Value }
  'pause.months': { months: number; until: Value }
  'pause.offer_text': { end: Value }
  'pause.pause': { until: Value }
  'pause.paused_text': { ahead: string; card: Value; hasCard: string; price: Value; until: Value }
  'pause.paused_title': { from: Value; name: Value; until: Value }
  'pause.resumed_text': { ahead: string; card: Value; charge: Value; hasCard: string; price: Value }
  'pause.text': { end: Value; price: Value; reminder: Value; until: Value }
  'pause.title': { end: Value; name: Value }
  'phone.code_sent': { number: Value }
  'phone.code_waiting': { number: Value }
  'phone.dialog_title': { number: Value }
  'phone.done': { number: Value }
  'phone.help': { address: Value }
  'phone.resend_in': { minutes: number; seconds: number }
  'phone.valid_for': { time: Value }
  'privacy.dialog_title': { date: Value }
  'privacy.lost': { date: Value; name: Value }
  'privacy.managed': { count: number; name: Value }
  'privacy.only_renewal_link': { name: Value }
  'privacy.stays_text': { years: Value }
  'privacy.waiting_title': { date: Value }
  'recurrence.choose_until': { end: Value }
  'recurrence.confirm_text': { charge: Value; end: Value; isOver: string; price: Value }
  'recurrence.confirm_title': { end: Value; isOver: string; name: Value }
  'recurrence.feedback_hint': { max: Value }
  'recurrence.feedback_title': { end: Value; isOver: string; name: Value }
  'recurrence.help_text': { helpdesk: Value; hours: number }
  'recurrence.in_payment_text': { name: Value; price: Value }
  'recurrence.off_title': { end: Value; name: Value }
  'recurrence.offer_title': { end: Value; isOver: string }
  'recurrence.on_done': { card: Value; charge: Value; hasCard: string; price: Value }
  'recurrence.on_paid': { end: Value; from: Value; name: Value }
  'recurrence.on_text': { card: Value; charge: Value; hasCard: string; price: Value; stop: Value }
  'recurrence.on_text_now': { card: Value; hasCard: string; price: Value }
  'recurrence.on_text_soon': { card: Value; charge: Value; hasCard: string; price: Value }
  'recurrence.on_title': { end: Value; name: Value }
  'recurrence.on_title_later': { end: Value; name: Value }
  'recurrence.step': { place: Value }
  'recurrence.steps_end': { end: Value; isOver: string; name: Value }
  'recurrence.steps_now': { charge: Value; price: Value }
  'recurrence.too_late_text': { charge: Value; price: Value }
  'recurrence.unpaid_text': { reason: string }
  'recurrence.until': { end: Value; name: Value }
  'recurrence.upgrade': { name: Value; price: Value }
  'recurrence.upgrade_text': { card: Value; charge: Value; end: Value; name: Value; next: Value; price: Value }
  'recurrence.upgrade_title': { name: Value }
  'recurrence.upgrade_title_first': { name: Value }
  'recurrence.upgraded_title': { name: Value }
  'recurrence.was_until': { end: Value; name: Value }
  'rendered.link.access_lead': { from: Value; hasFrom: string; product: Value }
  'rendered.link.access_take': { date: Value }
  'rendered.link.gift_lead': { from: Value; hasFrom: string; product: Value }
  'rendered.link.gift_take': { date: Value }
  'rendered.withdrawal_without_scripts': { helpdesk: Value }
  'sessions.all': { count: Value }
  'sessions.end': { name: Value }
  'sessions.ended': { name: Value }
  'sessions.since': { date: Value; when: Value }
  'shop.all_of': { name: Value }
  'shop.begins_later': { day: Value }
  'shop.begins_later_transfer': { day: Value }
  'shop.beside': { present: Value }
  'shop.beside_text': { name: Value }
  'shop.buying_as': { email: Value }
  'shop.choose': { name: Value }
  'shop.gift.date_hint': { last: Value }
  'shop.gift.message_hint': { max: Value }
  'shop.hint.gift': { days: Value }
  'shop.instead': { credit: Value }
  'shop.instead_rest': { price: Value }
  'shop.instead_rest_text': { name: Value; present: Value; until: Value }
  'shop.instead_text': { name: Value; present: Value; until: Value }
  'shop.length.D': { count: number }
  'shop.length.M': { count: number }
  'shop.length.W': { count: number }
  'shop.length.Y': { count: number }
  'shop.monthly': { price: Value }
  'shop.people': { count: number }
  'shop.present': { present: Value }
  'shop.present_after': { from: Value }
  'shop.present_after_request': { from: Value }
  'shop.present_one': { name: Value; until: Value }
  'shop.renewal_after': { charge: Value; price: Value }
  'shop.renewal_goes_on': { charge: Value; price: Value }
  'shop.renews': { day: Value; length: Value; price: Value }
  'shop.submit_card': { price: Value }
  'shop.submit_transfer': { price: Value }
  'shop.sum_gift': { length: Value; price: Value }
  'shop.sum_length': { length: Value; price: Value }
  'shop.sum_period': { from: Value; price: Value; until: Value }
  'shop.sum_rest': { price: Value; until: Value }
  'shop.vat': { lines: Value }
  'shop.vat_line': { rate: Value; vat: Value }
  'sms.control_code': { code: Value; host: Value; minutes: Value }
  'subscriptions.access.devices': { count: number }
  'subscriptions.access.ebooks_left': { left: number; limit: Value }
  'subscriptions.access.ebooks_used_up': { date: Value; limit: Value; time: Value }
  'subscriptions.barred': { helpdesk: Value }
  'subscriptions.begins': { date: Value; name: Value }
  'subscriptions.card_expires.text': { card: Value; date: Value; helpdesk: Value; valid: Value }
  'subscriptions.changes_to': { date: Value; next: Value }
  'subscriptions.charge.card': { card: Value; date: Value; price: Value; valid: Value }
  'subscriptions.charge.google': { date: Value; price: Value }
  'subscriptions.charge.other': { date: Value; price: Value }
  'subscriptions.charge.sms': { date: Value; price: Value }
  'subscriptions.confirm_payment.text': { date: Value }
  'subscriptions.date_and_time': { date: Value; time: Value }
  'subscriptions.ends_seat.company': { from: Value; hasFrom: string }
  'subscriptions.ends_seat.family': { from: Value; hasFrom: string }
  'subscriptions.followed_by': { date: Value; name: Value }
  'subscriptions.future_ones': { count: Value }
  'subscriptions.notice.anonymization': { date: Value }
  'subscriptions.notice.device_text': { devices: number; limit: Value }
  'subscriptions.notice.in_payment_text': { name: Value }
  'subscriptions.notice.maintenance_text': { isKnown: string; when: Value }
  'subscriptions.notice.offer': { from: Value; hasFrom: string; of: string }
  'subscriptions.notice.offer_text': { date: Value; product: Value }
  'subscriptions.notice.other_device': { devices: number; name: Value }
  'subscriptions.notice.price': { date: Value; name: Value; price: Value }
  'subscriptions.notice.price_stop': { former: Value; until: Value }
  'subscriptions.notice.price_text': { former: Value }
  'subscriptions.notice.read_only_text': { isKnown: string; when: Value }
  'subscriptions.notice.sent': { email: Value }
  'subscriptions.notice.transfer': { price: Value }
  'subscriptions.notice.transfer_came_text': { name: Value }
  'subscriptions.notice.transfer_text': { name: Value }
  'subscriptions.notice.unconfirmed_sent': { date: Value; email: Value }
  'subscriptions.notice.unconfirmed_text': { email: Value }
  'subscriptions.paid_beside': { date: Value; from: Value; name: Value }
  'subscriptions.past_ones': { count: Value }
  'subscriptions.pause_ahead': { date: Value }
  'subscriptions.paused': { from: Value; name: Value; until: Value }
  'subscriptions.payment_failed.card': { state: string }
  'subscriptions.payment_failed.expired': { card: Value; state: string }
  'subscriptions.payment_failed.other': { state: string }
  'subscriptions.price_change.later': { date: Value; price: Value }
  'subscriptions.price_change.next': { former: Value }
  'subscriptions.renewal_failed.card': { card: Value }
  'subscriptions.renews_as': { next: Value }
  'subscriptions.retry.card': { card: Value; date: Value; price: Value; time: Value; valid: Value }
  'subscriptions.retry.other': { date: Value; price: Value; time: Value }
  'subscriptions.seat_until.company': { date: Value; group: Value }
  'subscriptions.seat_until.family': { date: Value; group: Value }
  'subscriptions.stop_until': { date: Value }
  'subscriptions.until': { date: Value; name: Value }
  'subscriptions.was_until': { date: Value; name: Value }
  'subscriptions.withdraw': { until: Value }
  'try_again.later': { date: Value; time: Value }
  'try_again.minutes': { minutes: number }
  'try_again.today': { time: Value }
  'unsubscribe.answer': { titles: Value }
  'unsubscribe.documents_answer': { company: Value; email: Value }
  'unsubscribe.documents_stopped_answer': { company: Value; email: Value }
  'unsubscribe.done_answer': { count: number; titles: Value }
  'unsubscribe.kept_answer': { titles: Value }
  'unsubscribe.kept_then': { date: Value }
  'unsubscribe.resumed_answer': { titles: Value }
  'unsubscribe.snooze': { days: Value }
  'unsubscribe.snoozed_answer': { count: number; date: Value; titles: Value }
  'when.on': { date: Value; time: Value }
  'when.today': { time: Value }
  'when.yesterday': { time: Value }
  'withdrawal.about': { email: Value; name: Value; order: Value }
  'withdrawal.comes_back': { card: Value; hasCard: string; refund: Value; way: string }
  'withdrawal.confirm_text': { gift: string; isAlone: string; later: Value; nothing: string; refund: Value }
  'withdrawal.confirm_title': { name: Value }
  'withdrawal.copy': { email: Value }
  'withdrawal.ends': { gift: string; restores: string }
  'withdrawal.failed_text': { address: Value }
  'withdrawal.here_named': { gift: string; name: Value }
  'withdrawal.in_all': { refund: Value }
  'withdrawal.keep': { gift: string }
  'withdrawal.kept': { days: number; kept: Value; paid: Value }
  'withdrawal.later': { name: Value; order: Value }
  'withdrawal.money': { day: Value; price: Value; state: string; way: string }
  'withdrawal.nothing_back': { days: number; kept: string; sum: Value }
  'withdrawal.received': { day: Value; time: Value }
  'withdrawal.until': { from: Value; gift: string; name: Value; order: Value; until: Value }
  'withdrawal.visitor_confirm': { email: Value; order: Value }
  'withdrawal.visitor_received': { order: Value }
}
