import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { listQuestions, readFaq } from '#contract/faq/faq.ts'
import { readOptions, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'

export type Category = EndpointOutput<typeof readFaq>['categories'][number]
export type Answer = Category['items'][number]
/** An answer, or the question alone as long as its answer is on its way. */
export type Question = Answer | Pick<Answer, 'slug' | 'question'>
export type Questions = readonly { code: string; title: string; items: readonly Question[] }[]

/**
 * Hook: the questions, and what is sent after the page has been painted with them: their answers, six times as long. They
 * come at once where one of them is asked for, by its address or by a search.
 */
export function useFaq(query: string) {
  const input = { query: { lang: currentLocale() } }
  const isPainted = useIsPainted()
  const questions = useEndpoint(listQuestions, input)
  const answers = useQuery({
    ...readOptions(readFaq, input),
    enabled: isPainted || query !== '' || location.hash !== '',
  })
  // Deferred: to lay 80 answers out takes a phone long.
  const categories: readonly Category[] | undefined = useDeferredValue(answers.data?.categories)
  return {
    reads: [questions, answers],
    /** Undefined until both are shown together. */
    answered: categories,
    asked: (categories ?? questions.data?.categories) as Questions | undefined,
  }
}

let hasPainted = false
/** Hook: whether the first page has been painted; on every page after it, at once. */
function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(hasPainted)
  useEffect(() => {
    void afterFirstPaint().then(() => {
      hasPainted = true
      setIsPainted(true)
    })
  }, [])
  return isPainted
}
