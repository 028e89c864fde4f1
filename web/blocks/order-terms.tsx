import type { ReactNode } from 'react'
import type { OrderTerms } from '#contract/orders/order-terms.ts'
import { TaggedText } from '#web/lib/texts/rich-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type TermsOverButtonProps = {
  terms: OrderTerms
  /** Whether the buyer may withdraw: companies may not. */
  isConsumer: boolean
}

/** What stands over the button of an order: the terms, privacy, and the right of withdrawal (R11.08). */
export function TermsOverButton({ terms, isConsumer }: TermsOverButtonProps) {
  const link = (href: string) => (words: ReactNode) => <TextLink href={href}>{words}</TextLink>
  return (
    <>
      {isConsumer && <p>{terms.withdrawal.information}</p>}
      <p>
        <TaggedText
          text={terms.accept}
          tags={{ terms: link(terms.terms_url), privacy: link(terms.privacy_url) }}
        />
      </p>
    </>
  )
}
