import type { Survey } from '#contract/recurrence/recurrence.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Checkbox } from '#web/ui/choice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from '../recurrence.module.css'
import { Answer } from './plain-steps.tsx'
import { shuffleOptions } from './shuffle-options.ts'
import { StepActs } from './step-acts.tsx'
import type { StopAnswers } from './stop-answers.ts'

type SurveyStepProps = {
  survey: Survey | undefined
  readerId: string
  failed: boolean
  answers: StopAnswers['answers']
  onAnswer: (answers: StopAnswers['answers']) => void
  next: string
}

/** Survey of reasons: the publisher's own questions, all optional. */
export function SurveyStep({ survey, readerId, failed, answers, onAnswer, next }: SurveyStepProps) {
  const t = useT()
  if (!survey) {
    return failed ? (
      <>
        <Notice tone="info">{t('recurrence.survey_failed')}</Notice>
        <StepActs next={next} />
      </>
    ) : (
      <Skeleton shape="rows" label={t('common.loading')} />
    )
  }
  return (
    <>
      <Answer>{survey.title}</Answer>
      <p className={styles.small}>{t('recurrence.survey_hint')}</p>
      {survey.questions.map(question => {
        const chosen = answers[question.code] ?? []
        const choose = (code: string, on: boolean) => {
          const others = question.kind === 'one' ? [] : chosen.filter(each => each !== code)
          onAnswer({ ...answers, [question.code]: on ? [...others, code] : others })
        }
        return (
          <fieldset key={question.code} className={styles.question}>
            <legend className={styles.legend}>{question.text}</legend>
            {shuffleOptions(question.options, readerId).map(option => (
              <Checkbox
                key={option.code}
                type={question.kind === 'one' ? 'radio' : 'checkbox'}
                label={option.text}
                name={question.code}
                checked={chosen.includes(option.code)}
                onChange={event => choose(option.code, event.target.checked)}
              />
            ))}
          </fieldset>
        )
      })}
      <StepActs next={next} />
    </>
  )
}
