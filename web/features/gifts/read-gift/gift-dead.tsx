import { useEffect } from 'react'
import { routes } from '#contract/routes.ts'
import type { MessageKey } from '#locales/message-values.ts'
import type { ApiError } from '#web/lib/call/api-error.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Step } from '../../../blocks/step.tsx'
import { keepReturn } from '../../../lib/reader/kept-return.ts'

/** Reasons why a gift can't be accepted that have a screen of their own. */
const faults = [
  'coupon_doesnt_exist',
  'coupon_already_used',
  'coupon_expired',
  'too_many_coupon_attempts_nearby',
] as const
export type GiftFault = (typeof faults)[number]

const told = {
  coupon_doesnt_exist: { title: 'gift_offer.unknown', lead: 'gift_offer.unknown_lead' },
  coupon_already_used: { title: 'gift_offer.used', lead: 'gift_offer.used_lead' },
  coupon_expired: { title: 'gift_offer.expired', lead: 'gift_offer.expired_lead' },
  too_many_coupon_attempts_nearby: { title: 'gift_offer.held_back', lead: undefined },
} as const satisfies Record<GiftFault, { title: MessageKey; lead: MessageKey | undefined }>

/** The gift's fault in an error of a call. */
export const giftFaultOf = (error: ApiError | undefined): GiftFault | undefined =>
  faults.find(each => error?.faults.some(({ key }) => key === each))

/** Why there is no gift to accept, and what to do. */
export function GiftDead({ fault }: { fault: GiftFault }) {
  const t = useT()
  const { hosts, helpdesk_email: address } = runtimeConfig()
  const { title, lead } = told[fault]
  // Clears the return address.
  useEffect(() => keepReturn(''), [])
  return (
    <Step
      key={fault}
      title={t(title)}
      focus="title"
      lead={
        lead === undefined ? (
          errorText(fault)
        ) : (
          <RichText id={lead} values={{ address }} links={{ email: `mailto:${address}` }} />
        )
      }
    >
      <Actions>
        <ButtonLink href={new URL(routes.subscription.path, hosts.account).href}>
          {t('invitation.to_subscription')}
        </ButtonLink>
      </Actions>
    </Step>
  )
}
