import { type ProviderOutcome, providerTitles, readProviderOutcome } from '#contract/identity/providers.ts'
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
export function ProviderOutcomeNotice({ parameters }: { parameters: URLSearchParams }) {
  const t = useT()
  const told = readProviderOutcome(parameters)
  if (!told || told.outcome === 'linked') return null
  const own = ownTexts[told.outcome]
  const name = providerTitles[told.provider]
  return (
    <Notice tone={tones[told.outcome] ?? 'error'} live={false}>
      {own ? t(own, { name }) : errorText(told.outcome)}
    </Notice>
  )
}
