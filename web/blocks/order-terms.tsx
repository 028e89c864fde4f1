import type { ReactNode } from 'react'
import type { OrderTerms } from '#contract/orders/order-terms.ts'
import { faultsAbroad } from '#web/lib/forms/address-values.ts'
import type { FieldControl } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { TaggedText } from '#web/lib/texts/rich-text.tsx'
import { Checkbox } from '#web/ui/choice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type TermsOverButtonProps = {
  terms: OrderTerms
  /** Whether the buyer may withdraw: companies may not. */
  isConsumer: boolean
}

type NotAbroadProps = {
  address: Parameters<typeof faultsAbroad>[0]
  terms: OrderTerms
  /** Whether the reader's own address, which is not in the form, is abroad. */
  isKnown?: boolean
}

/** Tells before the press that an invoice address abroad cannot order (R11.05); nothing where it can. */
export function NotAbroad({ address, terms, isKnown = false }: NotAbroadProps) {
  const t = useT()
  if (isKnown) return <p>{t('addresses.known_abroad')}</p>
  return faultsAbroad(address, terms).length > 0 ? <p>{t('addresses.abroad')}</p> : null
}

type BeginAtOnceProps = {
  terms: OrderTerms
  /** Its value is `yes`, or empty. */
  control: FieldControl
  /** What becomes of the contract without it. */
  hint?: ReactNode
}

/** The buyer's request to begin before the time of withdrawal is over (R11.08). */
export function BeginAtOnce({ terms, control, hint }: BeginAtOnceProps) {
  return (
    <Checkbox
      name={control.name}
      label={terms.withdrawal.begin_at_once}
      hint={hint}
      error={control.error}
      checked={control.value === 'yes'}
      onChange={event => control.onChange({ target: { value: event.target.checked ? 'yes' : '' } })}
    />
  )
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
