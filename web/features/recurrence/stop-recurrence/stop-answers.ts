import { useState } from 'react'
import type { Survey } from '#contract/recurrence/recurrence.ts'
import { parseJson, readText, writeText } from '#web/lib/browser/storage.ts'

export type StopAnswers = {
  /** Codes of the chosen options, by the code of the question. */
  answers: Record<string, string[]>
  feedback: string
}

const keyOf = (subscriptionId: number) => `profil_stop_recurrence_${subscriptionId}`

/** Answers so far, kept in this tab so that Back and a reload lose nothing (R4.07). */
export function useStopAnswers(subscriptionId: number) {
  const [given, setGiven] = useState(() => read(subscriptionId))
  return {
    given,
    keep: (change: Partial<StopAnswers>) => {
      const next = { ...given, ...change }
      setGiven(next)
      writeText(keyOf(subscriptionId), JSON.stringify(next))
    },
    forget: () => writeText(keyOf(subscriptionId), ''),
  }
}

/** Those of the answers that a survey asks for; none of one that could not be loaded. */
export const answersTo = (
  survey: Survey | undefined,
  answers: StopAnswers['answers'],
): StopAnswers['answers'] =>
  Object.fromEntries(
    (survey?.questions ?? []).flatMap(({ code, options }) => {
      const chosen = answers[code]?.filter(each => options.some(option => option.code === each))
      return chosen ? [[code, chosen]] : []
    }),
  )

/** Checked without a schema: the page's first paint needs no zod (decision 092). */
function read(subscriptionId: number): StopAnswers {
  const { answers, feedback }: Partial<StopAnswers> = Object(parseJson(readText(keyOf(subscriptionId))))
  const isWhole =
    typeof feedback === 'string' && isRecord(answers) && Object.values(answers).every(isListOfStrings)
  return isWhole ? { answers, feedback } : { answers: {}, feedback: '' }
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null
const isListOfStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every(each => typeof each === 'string')
