import type { ReactNode } from 'react'
import { routes } from '#contract/routes.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { MessageText } from '#web/lib/texts/rich-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Sentence } from './sentence.ts'

/** Tags for links in sentences: shop, helpdesk, pages of the account area. */
const links = {
  store: (words: ReactNode) => <TextLink href={runtimeConfig().hosts.store}>{words}</TextLink>,
  email: (words: ReactNode) => <TextLink href={`mailto:${runtimeConfig().helpdesk_email}`}>{words}</TextLink>,
  code: (words: ReactNode) => <TextLink href={routes.subscription_code.path}>{words}</TextLink>,
  companies: (words: ReactNode) => <TextLink href={routes.company_subscription.path}>{words}</TextLink>,
  family: (words: ReactNode) => <TextLink href={routes.family_accesses.path}>{words}</TextLink>,
  resend: (words: ReactNode) => <TextLink href={routes.resend_account_activation.path}>{words}</TextLink>,
}

/** A sentence with its links; any may name the helpdesk's address. */
export function SentenceText({ id, values }: Sentence) {
  const message = { id, values: { ...values, helpdesk: runtimeConfig().helpdesk_email } }
  return <MessageText message={message} tags={links} />
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
