import type { Survey } from '#contract/recurrence/recurrence.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Checkbox } from '#web/ui/choice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
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
        const answer = (codes: string[]) => onAnswer({ ...answers, [question.code]: codes })
        const options = shuffleOptions(question.options, readerId)
        if (question.kind === 'one') {
          return (
            <div key={question.code} className={styles.question}>
              <RadioGroup
                legend={question.text}
                name={question.code}
                options={options.map(({ code, text }) => ({ value: code, label: text }))}
                value={chosen[0] ?? ''}
                onChange={code => answer([code])}
              />
            </div>
          )
        }
        return (
          <fieldset key={question.code} className={styles.question}>
            <legend className={styles.legend}>{question.text}</legend>
            {options.map(({ code, text }) => (
              <Checkbox
                key={code}
                label={text}
                name={question.code}
                checked={chosen.includes(code)}
                onChange={({ target }) =>
                  answer([...chosen.filter(each => each !== code), ...(target.checked ? [code] : [])])
                }
              />
            ))}
          </fieldset>
        )
      })}
      <StepActs next={next} />
    </>
  )
}
