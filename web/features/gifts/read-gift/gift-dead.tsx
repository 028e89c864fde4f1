import type { MessageKey } from '#locales/message-values.ts'
import { OfferDead } from '#web/blocks/offer-ends.tsx'
import { errorText } from '#web/lib/call/error-text.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'

/** Reasons why a gift can't be accepted that have a screen of their own. */
export const giftFaults = [
  'coupon_doesnt_exist',
  'coupon_already_used',
  'coupon_expired',
  'too_many_coupon_attempts_nearby',
] as const
export type GiftFault = (typeof giftFaults)[number]

const told = {
  coupon_doesnt_exist: { title: 'gift_offer.unknown', lead: 'gift_offer.unknown_lead' },
  coupon_already_used: { title: 'gift_offer.used', lead: 'gift_offer.used_lead' },
  coupon_expired: { title: 'gift_offer.expired', lead: 'gift_offer.expired_lead' },
  too_many_coupon_attempts_nearby: { title: 'gift_offer.held_back', lead: undefined },
} as const satisfies Record<GiftFault, { title: MessageKey; lead: MessageKey | undefined }>

/** Why there is no gift to accept, and what to do. */
export function GiftDead({ fault }: { fault: GiftFault }) {
  const t = useT()
  const { helpdesk_email: address } = runtimeConfig()
  const { title, lead } = told[fault]
  return (
    <OfferDead
      key={fault}
      title={t(title)}
      lead={
        lead === undefined ? (
          errorText(fault)
        ) : (
          <RichText id={lead} values={{ address }} links={{ email: `mailto:${address}` }} />
        )
      }
    />
  )
}
