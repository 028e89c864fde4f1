import type accessibility from '#locales/sk/accessibility.json'
import type activation from '#locales/sk/activation.json'
import type activity from '#locales/sk/activity.json'
import type addresses from '#locales/sk/addresses.json'
import type common from '#locales/sk/common.json'
import type companies from '#locales/sk/companies.json'
import type coupons from '#locales/sk/coupons.json'
import type deviceRemoval from '#locales/sk/device-removal.json'
import type devices from '#locales/sk/devices.json'
import type documents from '#locales/sk/documents.json'
import type errors from '#locales/sk/errors.json'
import type faq from '#locales/sk/faq.json'
import type follows from '#locales/sk/follows.json'
import type forum from '#locales/sk/forum.json'
import type forumErrors from '#locales/sk/forum-errors.json'
import type generalErrors from '#locales/sk/general-errors.json'
import type giftOffer from '#locales/sk/gift-offer.json'
import type gifts from '#locales/sk/gifts.json'
import type invitation from '#locales/sk/invitation.json'
import type login from '#locales/sk/login.json'
import type navigation from '#locales/sk/navigation.json'
import type newsletters from '#locales/sk/newsletters.json'
import type phone from '#locales/sk/phone.json'
import type privacy from '#locales/sk/privacy.json'
import type protection from '#locales/sk/protection.json'
import type recurrence from '#locales/sk/recurrence.json'
import type settings from '#locales/sk/settings.json'
import type shop from '#locales/sk/shop.json'
import type subscriptions from '#locales/sk/subscriptions.json'
import type surroundings from '#locales/sk/surroundings.json'

/** Every message that the browser may show. A new catalogue file is added here; a test holds the two together. */
export type MessageKey =
  | keyof typeof accessibility
  | keyof typeof activation
  | keyof typeof activity
  | keyof typeof addresses
  | keyof typeof common
  | keyof typeof companies
  | keyof typeof coupons
  | keyof typeof deviceRemoval
  | keyof typeof devices
  | keyof typeof documents
  | keyof typeof errors
  | keyof typeof faq
  | keyof typeof follows
  | keyof typeof forum
  | keyof typeof forumErrors
  | keyof typeof generalErrors
  | keyof typeof giftOffer
  | keyof typeof gifts
  | keyof typeof invitation
  | keyof typeof login
  | keyof typeof navigation
  | keyof typeof newsletters
  | keyof typeof phone
  | keyof typeof privacy
  | keyof typeof protection
  | keyof typeof recurrence
  | keyof typeof settings
  | keyof typeof shop
  | keyof typeof subscriptions
  | keyof typeof surroundings
