import { useState } from 'react'
import * as z from 'zod/mini'

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
      write(subscriptionId, JSON.stringify(next))
    },
    forget: () => write(subscriptionId, ''),
  }
}

function read(subscriptionId: number): StopAnswers {
  try {
    const parsed = Answers.safeParse(JSON.parse(sessionStorage.getItem(keyOf(subscriptionId)) ?? ''))
    if (parsed.success) return parsed.data
  } catch {
    // Nothing stored, or storage is not available.
  }
  return { answers: {}, feedback: '' }
}

function write(subscriptionId: number, text: string): void {
  try {
    sessionStorage.setItem(keyOf(subscriptionId), text)
  } catch {
    return
  }
}
