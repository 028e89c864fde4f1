import { useState } from 'react'
import * as z from 'zod/mini'
import { parseJson, readText, writeText } from '#web/lib/storage.ts'

const Answers = z.object({
  answers: z.record(z.string(), z.array(z.string())),
  feedback: z.string(),
})
export type StopAnswers = z.infer<typeof Answers>

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

function read(subscriptionId: number): StopAnswers {
  const parsed = Answers.safeParse(parseJson(readText(keyOf(subscriptionId))))
  return parsed.success ? parsed.data : { answers: {}, feedback: '' }
}
