import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { RouteName } from '#contract/routes.ts'
import { LiveChat } from '#web/features/live-chat/live-chat.tsx'
import { MarketingConsent } from '#web/features/marketing-consent/marketing-consent.tsx'
import { logFailure } from '#web/lib/log.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { routeNameOf } from './addresses.ts'

/** Pages that are read; on all others something is being done, which no question is to interrupt. */
const asking: readonly (RouteName | undefined)[] = [
  'subscription',
  'newsletters',
  'settings',
  'company_subscription',
  'family_accesses',
  'faq',
  'accessibility',
]

/**
 * Loads third-party parts of the page: the live chat's button in its footer, and the marketing consent at its end. They
 * come after the page, and their failure does not affect it.
 */
export async function showThirdPartyScripts(): Promise<void> {
  const footer = document.getElementById('third-party-scripts')
  const end = document.getElementById('end-of-page')
  if (!footer || !end) return
  await addPagePart('rest')
  const root = createRoot(end, { onUncaughtError: error => logFailure('third-party-scripts', error) })
  root.render(<ThirdPartyScripts footer={footer} />)
}

function ThirdPartyScripts({ footer }: { footer: HTMLElement }) {
  const { chat_script_url: chat, marketing_script_url: scriptUrl, ...config } = runtimeConfig()
  const { marketing_token: token, marketing_name: name } = config
  const isAsking = asking.includes(routeNameOf(useLocation().pathname))
  return (
    <>
      {chat !== undefined && createPortal(<LiveChat scriptUrl={chat} />, footer)}
      {scriptUrl !== undefined && token !== null && name !== undefined && (
        <MarketingConsent service={{ scriptUrl, token, name }} footer={footer} isAsking={isAsking} />
      )}
    </>
  )
}
