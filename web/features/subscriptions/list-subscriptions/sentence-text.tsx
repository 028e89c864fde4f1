import { routes } from '#contract/routes.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { MessageText } from '#web/lib/texts/rich-text.tsx'
import type { Sentence } from './sentence.ts'

/** Pages of the account area to which sentences lead. */
const links = {
  code: routes.subscription_code.path,
  companies: routes.company_subscription.path,
  family: routes.family_accesses.path,
  resend: routes.resend_account_activation.path,
}

/** A sentence with its links, also to the shop and the helpdesk; any may name the helpdesk's address. */
export function SentenceText({ id, values }: Sentence) {
  const { helpdesk_email: helpdesk, hosts } = runtimeConfig()
  const message = { id, values: { ...values, helpdesk } }
  return (
    <MessageText message={message} links={{ ...links, store: hosts.store, email: `mailto:${helpdesk}` }} />
  )
}

/** Sentences one after another, as a paragraph has them. */
export function SentencesText({ sentences }: { sentences: readonly Sentence[] }) {
  return sentences.map((sentence, index) => (
    <span key={sentence.id}>
      {index > 0 && ' '}
      <SentenceText {...sentence} />
    </span>
  ))
}
