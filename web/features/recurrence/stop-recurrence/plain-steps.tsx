import type { ReactNode } from 'react'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useToldAct } from '#web/blocks/told-act.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { answerHours, runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatDate, formatMoney, formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BackToSubscription, Statement } from '../of-subscription.tsx'
import styles from '../recurrence.module.css'
import { namesOf } from '../use-subscription.ts'
import { StepActs } from './step-acts.tsx'
import { stepAddress } from './stop-steps.ts'

type StepProps = { subscription: Subscription; next: string }

function valuesOf(subscription: Subscription) {
  const { next_payment: next } = subscription.recurrence
  return {
    ...namesOf(subscription),
    price: formatMoney(next?.price ?? subscription.price),
    charge: formatDate(next?.at ?? subscription.period.to),
  }
}

/** First step: consequences, until when access lasts (R4.06), and the way past all questions to the last step. */
export function Confirmation({ subscription, next }: StepProps) {
  const t = useT()
  const values = valuesOf(subscription)
  return (
    <>
      <Answer>{t('recurrence.confirm_title', values)}</Answer>
      <p className={styles.text}>{t('recurrence.confirm_text', values)}</p>
      <p className={styles.small}>{t('recurrence.nothing_yet')}</p>
      <StepActs next={next} />
      <p className={styles.more}>
        <TextLink standalone href={stepAddress(subscription.id, 'odkaz')}>
          {t('recurrence.without_questions')}
        </TextLink>
      </p>
    </>
  )
}

/** Replaces all steps shortly before the payment (R9.05), when the last step would be refused. */
export function TooLate({ subscription }: { subscription: Subscription }) {
  const t = useT()
  return (
    <Statement
      title={t('recurrence.too_late_title')}
      text={t('recurrence.too_late_text', valuesOf(subscription))}
    >
      <BackToSubscription />
    </Statement>
  )
}

/** Technical help instead. */
export function Help({ next }: StepProps) {
  const t = useT()
  const helpdesk = runtimeConfig().helpdesk_email
  return (
    <>
      <Answer>{t('recurrence.help_title')}</Answer>
      <p className={styles.text}>
        <RichText
          id="recurrence.help_text"
          values={{ helpdesk, hours: answerHours() }}
          links={{ email: `mailto:${helpdesk}`, faq: routes.faq.path }}
        />
      </p>
      <StepActs next={next} />
    </>
  )
}

/** What will happen, as a list. */
export function CancelSteps({ subscription, next }: StepProps) {
  const t = useT()
  const values = valuesOf(subscription)
  return (
    <>
      <Answer>{t('recurrence.steps_title')}</Answer>
      <ol className={styles.list}>
        <li>{t('recurrence.steps_now', values)}</li>
        <li>{t('recurrence.steps_end', values)}</li>
        {values.isOver === 'no' && <li>{t('recurrence.steps_again')}</li>}
      </ol>
      <StepActs next={next} />
    </>
  )
}

type FeedbackProps = {
  subscription: Subscription
  label: string | undefined
  maxLength: number
  value: string
  onChange: (feedback: string) => void
  onStop: () => Promise<void>
}

/** Last step: feedback, and the button that turns it off. */
export function Feedback({ subscription, label, maxLength, value, onChange, onStop }: FeedbackProps) {
  const t = useT()
  const { form, onSubmit, busy, failure, problems } = useSubmission([], useToldAct(onStop))
  return (
    <form ref={form} onSubmit={onSubmit}>
      <Answer>{t('recurrence.feedback_title', namesOf(subscription))}</Answer>
      <div className={styles.form}>
        <TextArea
          label={label ?? t('recurrence.feedback_label')}
          hint={t('recurrence.feedback_hint', { max: formatNumber(maxLength) })}
          maxLength={maxLength}
          rows={4}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      </div>
      {failure && (
        <div className={styles.more}>
          <Problems texts={problems} title={t('error.recurrence_stop_failed')} />
        </div>
      )}
      <div className={styles.acts}>
        <Actions>
          <ButtonLink href={routes.subscription.path}>{t('recurrence.keep')}</ButtonLink>
          <Button type="submit" busy={busy}>
            {t('recurrence.turn_off')}
          </Button>
        </Actions>
      </div>
    </form>
  )
}

/** Large heading of a step. */
export function Answer({ children }: { children: ReactNode }) {
  return (
    <div className={styles.answer}>
      <Heading level={2} look="answer">
        {children}
      </Heading>
    </div>
  )
}
