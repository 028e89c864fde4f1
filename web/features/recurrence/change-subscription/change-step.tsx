import type { ReactNode } from 'react'
import type { AgreedTerms } from '#contract/orders/order-terms.ts'
import type { Change, Changes } from '#contract/recurrence/change-subscription.ts'
import { routes } from '#contract/routes.ts'
import { useToldAct } from '#web/blocks/told-act.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { addressWith } from '#web/lib/navigation/navigation.ts'
import { cardName } from '#web/lib/reader/subscription-words.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Statement } from '../of-subscription.tsx'
import { PayAtOnce } from '../pay-at-once.tsx'
import styles from '../recurrence.module.css'
import { chosen } from './choose-plan.tsx'
import { differences, priceText } from './plan-words.ts'

type ChangeStepProps = {
  change: Change
  present: Changes['present']
  card: NonNullable<Changes['card']>
  /** Takes what was agreed to over the button of a change that is paid at once. */
  onSend: (agreed?: AgreedTerms) => Promise<void>
}

/** What a change costs today and next, when it begins, and what is lost before what is gained. */
export function ChangeStep({ change, present, card, onSend }: ChangeStepProps) {
  const t = useT()
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
  const back = <ButtonLink href={addressWith({ [chosen]: null })}>{t('change.back')}</ButtonLink>
  return (
    <>
      <Statement
        title={t(isAtOnce ? 'change.at_once_title' : 'change.at_end_title', values)}
        text={<RichText id={isAtOnce ? 'change.at_once_text' : 'change.at_end_text'} values={values} />}
        more={
          <>
            <Differences title={t('change.you_lose')} items={lost} />
            <Differences title={t('change.you_gain')} items={gained} />
          </>
        }
        arrives
      />
      <div className={styles.form}>
        {change.invoice_abroad ? (
          <OtherAddressFirst actions={back} />
        ) : isAtOnce ? (
          <PayAtOnce label={t('change.pay', values)} send={onSend} actions={back} />
        ) : (
          <ChangeLater label={t('change.change', values)} send={onSend} actions={back} />
        )}
      </div>
    </>
  )
}

/** In place of the button: the change would be refused, and where that is mended (R11.05). */
function OtherAddressFirst({ actions }: { actions: ReactNode }) {
  const t = useT()
  return (
    <>
      <p>{t('change.invoice_abroad')}</p>
      <div className={styles.acts}>
        <Actions>
          <ButtonLink variant="primary" href={`${routes.settings.path}#delivery-address`}>
            {t('change.to_addresses')}
          </ButtonLink>
          {actions}
        </Actions>
      </div>
    </>
  )
}

type ChangeLaterProps = { label: string; send: () => Promise<void>; actions: ReactNode }

/** Nothing is paid now, and the renewal's contract goes on: there is nothing to agree to. */
function ChangeLater({ label, send, actions }: ChangeLaterProps) {
  return (
    <Form {...useSubmission([], useToldAct(send))} submitLabel={label} actions={actions}>
      {null}
    </Form>
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
