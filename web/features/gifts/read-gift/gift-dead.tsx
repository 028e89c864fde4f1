import { useEffect } from 'react'
import { routes } from '#contract/routes.ts'
import type { MessageKey } from '#locales/message-values.ts'
import type { ApiError } from '#web/lib/call/api-error.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Step } from '../../../blocks/step.tsx'
import { keepReturn } from '../../../lib/reader/kept-return.ts'

/** Why a gift can't be taken, as far as it has a screen of its own. */
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

/** The fault of a gift among those of a failed call. */
export const giftFaultOf = (error: ApiError | undefined): GiftFault | undefined =>
  faults.find(each => error?.faults.some(({ key }) => key === each))

/** Why there is no gift to take, and what can be done about it. */
export function GiftDead({ fault }: { fault: GiftFault }) {
  const t = useT()
  const { hosts, helpdesk_email: address } = runtimeConfig()
  const { title, lead } = told[fault]
  // Nobody is to be led back to it.
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
          <RichText
            id={lead}
            values={{ address }}
            tags={{ email: words => <TextLink href={`mailto:${address}`}>{words}</TextLink> }}
          />
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
