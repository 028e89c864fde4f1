import { useEffect, useRef } from 'react'
import {
  type ProviderOutcome,
  providerTitles,
  type readProviderOutcome,
} from '#contract/identity/providers.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Outcomes whose text differs between sign-in and linking. */
const ownTexts: Partial<Record<ProviderOutcome, `login.with.${'cancelled' | 'failed' | 'email_invalid'}`>> = {
  cancelled: 'login.with.cancelled',
  link_failed: 'login.with.failed',
  link_provider_email_invalid: 'login.with.email_invalid',
}

/** Outcomes that are not errors, or have their next step right below. */
const tones: Partial<Record<ProviderOutcome, 'info' | 'warn'>> = {
  cancelled: 'info',
  link_provider_email_invalid: 'warn',
}

/** Why an OAuth flow did not sign in (R8.11), on the page of return. */
export function ProviderOutcomeNotice({
  came,
}: {
  came: NonNullable<ReturnType<typeof readProviderOutcome>>
}) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  // Present on load, when live regions are not announced: focused instead.
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
