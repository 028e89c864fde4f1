import { createHash } from 'node:crypto'
import type { AgreedTerms, OrderTerms } from '#contract/orders/order-terms.ts'
import { type Locale, locales } from '#contract/wire.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Settings } from '#server/platform/settings.ts'
import { say } from '#server/platform/texts/messages.ts'
import type { OrderConsents } from './order-consents.ts'

type TermsSettings = Pick<Settings, 'terms' | 'sellsAbroad'>

const wordsOf = (locale: Locale) => ({
  information: say(locale, 'terms.withdrawal'),
  begin_at_once: say(locale, 'terms.begin_at_once'),
})

/** Version of the publisher's words about withdrawal: a digest in all languages, so that no change is forgotten. */
const withdrawalVersion = (): string =>
  createHash('sha256')
    .update(JSON.stringify(locales.map(wordsOf)))
    .digest('base64url')
    .slice(0, 12)

/** What has to stand over the button of an order. */
export const readOrderTerms = ({ terms, sellsAbroad }: TermsSettings, locale: Locale): OrderTerms => ({
  version: terms.version,
  terms_url: terms.termsUrl,
  privacy_url: terms.privacyUrl,
  accept: say(locale, 'terms.accept'),
  withdrawal: { version: withdrawalVersion(), ...wordsOf(locale) },
  sells_abroad: sellsAbroad,
})

/**
 * What is kept of the terms that a buyer agreed to, with the contract: an order, or a change of product that is paid at once.
 *
 * @param audience of the product: companies have no right of withdrawal
 * @throws AppError `order_terms_changed` when other ones are to be shown now
 */
export function keepConsents(
  { terms }: TermsSettings,
  agreed: AgreedTerms,
  audience: string,
  now: Temporal.Instant,
): OrderConsents {
  const withdrawal = audience === 'company' ? null : withdrawalVersion()
  const changed = [
    ...(agreed.terms_version === terms.version ? [] : ['terms_version']),
    ...((agreed.withdrawal_version ?? null) === withdrawal ? [] : ['withdrawal_version']),
  ]
  if (changed.length > 0) {
    throw new AppError(changed.map(name => ({ key: 'order_terms_changed', field: `agreed.${name}` })))
  }
  return {
    terms_version: terms.version,
    terms_url: terms.termsUrl,
    privacy_url: terms.privacyUrl,
    // A gift begins when it is activated: its giver asks for nothing.
    begin_at_once: (audience === 'person' || audience === 'family') && agreed.begin_at_once === true,
    withdrawal_information: withdrawal,
    shown_at: now.toString(),
  }
}

/**
 * Refuses a contract that cannot wait until the time of withdrawal is over, since it replaces what runs, without the
 * request to begin at once (decision 060).
 *
 * @throws AppError `begin_at_once_required`
 */
export function requireRequest(consents: OrderConsents): void {
  if (!consents.begin_at_once) {
    throw new AppError({ key: 'begin_at_once_required', field: 'agreed.begin_at_once' })
  }
}
