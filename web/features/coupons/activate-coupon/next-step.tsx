import { routes } from '#contract/routes.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'

const withNextStep = ['coupon_already_used', 'coupon_expired', 'coupon_doesnt_exist'] as const

/** What to do about a refused code (R8.09); nothing for other errors. */
export function NextStep({ refusal }: { refusal: string | undefined }) {
  const known = withNextStep.find(key => key === refusal)
  if (!known) return null
  const { helpdesk_email: address, hosts } = runtimeConfig()
  return (
    <RichText
      id={`coupon.next.${known}`}
      values={{ address }}
      links={{ email: `mailto:${address}`, subscription: routes.subscription.path, store: hosts.store }}
    />
  )
}
