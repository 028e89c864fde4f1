import { type ReactNode, useEffect } from 'react'
import { routes } from '#contract/routes.ts'
import { keepReturn } from '#web/lib/reader/kept-return.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Step } from './step.tsx'

type OfferEndProps = { title: string; lead: ReactNode }

/** An offer is accepted: what the reader has now, and next links. */
export function OfferTaken({ title, lead }: OfferEndProps) {
  const t = useT()
  return (
    <Step title={title} focus="title" lead={lead}>
      <Actions>
        <ButtonLink variant="primary" href={runtimeConfig().hosts.publisher}>
          {t('invitation.to_reading')}
        </ButtonLink>
        <ToSubscription />
      </Actions>
    </Step>
  )
}

/** Why an offer can't be accepted, and what to do. */
export function OfferDead({ title, lead }: OfferEndProps) {
  // Clears the return address.
  useEffect(() => keepReturn(''), [])
  return (
    <Step title={title} focus="title" lead={lead}>
      <Actions>
        <ToSubscription />
      </Actions>
    </Step>
  )
}

function ToSubscription() {
  const t = useT()
  return (
    <ButtonLink href={new URL(routes.subscription.path, runtimeConfig().hosts.account).href}>
      {t('invitation.to_subscription')}
    </ButtonLink>
  )
}
