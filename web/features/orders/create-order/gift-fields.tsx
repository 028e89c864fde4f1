import { giftLatestDays, giftMessageMax } from '#contract/gifts/gift-terms.ts'
import type { FieldControl } from '#web/lib/forms/use-form.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FieldStack } from '#web/ui/field-stack.tsx'
import { Heading } from '#web/ui/heading.tsx'
import type { OrderField } from './order-values.ts'

type GiftFieldsProps = {
  field: (name: OrderField) => FieldControl
  /** Today in the publisher's calendar, YYYY-MM-DD. */
  today: string
}

/** Fields of a gift: recipient, day of mailing, greeting. */
export function GiftFields({ field, today }: GiftFieldsProps) {
  const t = useT()
  const last = new Date(Date.parse(today) + giftLatestDays * 86_400_000).toISOString().slice(0, 10)
  return (
    <FieldStack>
      <Heading level={2} look="section">
        {t('shop.gift_part')}
      </Heading>
      <Field
        {...field('gift.email')}
        label={t('shop.gift.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
      />
      <Field
        {...field('gift.name')}
        label={t('shop.gift.name')}
        hint={t('shop.gift.name_hint')}
        autoComplete="off"
        maxLength={100}
      />
      <Field
        {...field('gift.date')}
        label={t('shop.gift.date')}
        hint={t('shop.gift.date_hint', { last: formatDate(last) })}
        type="date"
        min={today}
        max={last}
        required
      />
      <TextArea
        {...field('gift.message')}
        label={t('shop.gift.message')}
        hint={t('shop.gift.message_hint', { max: giftMessageMax })}
        maxLength={giftMessageMax}
      />
    </FieldStack>
  )
}
