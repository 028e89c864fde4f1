import { useState } from 'react'
import { PauseBody } from '#contract/newsletters/pause-newsletters.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { dayOf, formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import styles from '../newsletters.module.css'
import { pauseDays } from './pause-days.ts'

const lengths = ['two_weeks', 'month', 'three_months'] as const
type Choice = (typeof lengths)[number] | 'own'

/**
 * Pauses all newsletters of a mailbox until a day (R13.09).
 *
 * @param props.pause does it, until the day given, and reads the new state
 */
export function PauseNewsletters({ pause }: { pause: (until: string) => Promise<unknown> }) {
  const t = useT()
  const [choice, choose] = useState<Choice>('month')
  const days = pauseDays(dayOf(serverTimeMs()))
  const dayChosen = (own: string) => (choice === 'own' ? own : days[choice])
  const form = useForm({
    initial: { until: '' },
    check: ({ until }) => faultsOf(PauseBody, { until: dayChosen(until) }),
    send: ({ until }) => pause(dayChosen(until)),
  })
  return (
    <div className={styles.aside}>
      <Disclosure summary={t('newsletters.pause')}>
        <Form {...form} submitLabel={t('newsletters.pause_submit')} variant="secondary">
          <p>{t('newsletters.pause_text')}</p>
          <RadioGroup<Choice>
            legend={t('newsletters.pause_how_long')}
            name="length"
            options={[
              ...lengths.map(length => ({
                value: length,
                label: t(`newsletters.pause_in.${length}`),
                hint: formatDate(days[length]),
              })),
              { value: 'own', label: t('newsletters.pause_own') },
            ]}
            value={choice}
            onChange={choose}
          />
          {choice === 'own' && (
            <Field
              {...form.field('until')}
              label={t('newsletters.pause_day')}
              hint={t('newsletters.pause_day_hint', { last: formatDate(days.last) })}
              type="date"
              min={days.first}
              max={days.last}
              required
            />
          )}
        </Form>
      </Disclosure>
    </div>
  )
}

type PausedProps = {
  email: string
  /** The first day on which newsletters are sent again, YYYY-MM-DD. */
  until: string
  /** How many are turned on. */
  count: number
  /** Paused on this page: it takes the focus. */
  arrives: boolean
  /** A heading that says more than the pause does, which then follows. */
  answer?: string | undefined
  /** Ends the pause, and reads the new state. */
  resume: () => Promise<unknown>
}

/** The pause of all newsletters, with the button that ends it. */
export function NewslettersPaused({ email, until, count, arrives, answer, resume }: PausedProps) {
  const t = useT()
  const resuming = useSubmission([], resume)
  const paused = t('newsletters.paused_answer', { date: formatDate(until) })
  const then = t('newsletters.paused_then', { count, email })
  return (
    <Lead answer={answer ?? paused} then={answer === undefined ? then : paused} arrives={arrives}>
      <Problems texts={resuming.problems} />
      <Actions>
        <Button busy={resuming.busy} onClick={resuming.onSubmit}>
          {t('newsletters.resume_all')}
        </Button>
      </Actions>
    </Lead>
  )
}
