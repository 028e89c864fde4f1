import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { LiveChat } from '#web/features/live-chat/live-chat.tsx'
import { MarketingConsent } from '#web/features/marketing-consent/marketing-consent.tsx'
import { logFailure } from '#web/lib/log.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'

/**
 * Loads third-party parts beside the page: the live chat's button, and the marketing consent. They come after
 * the page, and their failure does not affect it.
 */
export async function showThirdPartyScripts(): Promise<void> {
  const footer = document.getElementById('third-party-scripts')
  if (!footer) return
  await addPagePart('thirdPartyScripts')
  const place = document.createElement('div')
  // First in the document, so that the keyboard reaches the question before what it covers.
  document.body.prepend(place)
  const root = createRoot(place, { onUncaughtError: error => logFailure('third-party-scripts', error) })
  root.render(<ThirdPartyScripts footer={footer} />)
}

function ThirdPartyScripts({ footer }: { footer: HTMLElement }) {
  const { chat_script_url: chat, marketing_script_url: scriptUrl, marketing_token: token } = runtimeConfig()
  return (
    <>
      {chat !== undefined && createPortal(<LiveChat scriptUrl={chat} />, footer)}
      {scriptUrl !== undefined && token !== null && (
        <MarketingConsent service={{ scriptUrl, token }} footer={footer} />
      )}
    </>
  )
}
