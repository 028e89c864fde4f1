import type { Change, Changes } from '#contract/recurrence/change-subscription.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { addressWith } from '#web/lib/navigation.ts'
import { cardName } from '#web/lib/reader/subscription-words.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Statement } from '../of-subscription.tsx'
import styles from '../recurrence.module.css'
import { chosen } from './choose-plan.tsx'
import { differences, priceText } from './plan-words.ts'

type ChangeStepProps = {
  change: Change
  present: Changes['present']
  card: NonNullable<Changes['card']>
  onSend: () => Promise<void>
}

/** What a change costs today and next, when it begins, and what is lost before what is gained. */
export function ChangeStep({ change, present, card, onSend }: ChangeStepProps) {
  const t = useT()
  const { problems, busy, onSubmit } = useSubmission([], onSend)
  const isAtOnce = change.kind === 'at_once'
  const { lost, gained } = differences(change, present)
  const values = {
    name: change.type.name,
    present: present.type.name,
    from: formatDate(change.begins_at),
    until: formatLastDay(present.paid_until),
    today: formatMoney(change.today),
    day: formatDate(change.next_payment.at),
    price: priceText(change),
    former: priceText(present),
    card: cardName(card),
  }
  return (
    <Statement
      title={t(isAtOnce ? 'change.at_once_title' : 'change.at_end_title', values)}
      text={<RichText id={isAtOnce ? 'change.at_once_text' : 'change.at_end_text'} values={values} />}
      more={
        <>
          <Differences title={t('change.you_lose')} items={lost} />
          <Differences title={t('change.you_gain')} items={gained} />
          {problems.length > 0 && (
            <div className={styles.more}>
              <Problems texts={problems} />
            </div>
          )}
        </>
      }
      arrives
    >
      <Button variant="primary" busy={busy} onClick={onSubmit}>
        {t(isAtOnce ? 'change.pay' : 'change.change', values)}
      </Button>
      <ButtonLink href={addressWith({ [chosen]: null })}>{t('change.back')}</ButtonLink>
    </Statement>
  )
}

function Differences({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div className={styles.more}>
      <Heading level={3} look="part">
        {title}
      </Heading>
      <ul className={styles.list}>
        {items.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
