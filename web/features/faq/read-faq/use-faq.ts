import { useDeferredValue } from 'react'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { listQuestions, readFaq } from '#contract/faq/faq.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'
import { useIsPainted } from '#web/lib/use-is-painted.ts'

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
  const answers = useEndpoint(readFaq, input, isPainted || query !== '' || location.hash !== '')
  // Deferred: to lay 80 answers out takes a phone long.
  const categories: readonly Category[] | undefined = useDeferredValue(answers.data?.categories)
  return {
    questions,
    answers,
    /** Undefined until both are shown together. */
    answered: categories,
    asked: (categories ?? questions.data?.categories) as Questions | undefined,
  }
}
