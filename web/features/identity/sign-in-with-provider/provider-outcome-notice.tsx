import { useEffect, useRef } from 'react'
import {
  type ProviderOutcome,
  providerTitles,
  type readProviderOutcome,
} from '#contract/identity/providers.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Outcomes that are told otherwise where somebody signs in than where somebody links. */
const ownTexts: Partial<Record<ProviderOutcome, `login.with.${'cancelled' | 'failed' | 'email_invalid'}`>> = {
  cancelled: 'login.with.cancelled',
  link_failed: 'login.with.failed',
  link_provider_email_invalid: 'login.with.email_invalid',
}

/** What is no fault, or has its way on right below. */
const tones: Partial<Record<ProviderOutcome, 'info' | 'warn'>> = {
  cancelled: 'info',
  link_provider_email_invalid: 'warn',
}

/** Why a journey to a provider did not sign in (R8.11), on the page that it comes back to. */
export function ProviderOutcomeNotice({
  came,
}: {
  came: NonNullable<ReturnType<typeof readProviderOutcome>>
}) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  // It stands there when the page opens, when nothing is read out by itself.
  useEffect(() => place.current?.focus(), [])
  const own = ownTexts[came.outcome]
  const name = providerTitles[came.provider]
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone={tones[came.outcome] ?? 'error'}>
        {own ? t(own, { name }) : errorText(came.outcome)}
      </Notice>
    </div>
  )
}
