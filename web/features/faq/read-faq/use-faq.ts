import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { listQuestions, readFaq } from '#contract/faq/faq.ts'
import { useIsPainted } from '#web/lib/browser/use-is-painted.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'
import type { Category, Questions } from './questions.ts'

/**
 * Hook: the questions, and what comes after the page has been painted with them: their answers, six times as long, and the
 * parts that show them. They come at once where one of them is asked for, by its address or by a search.
 */
export function useFaq(query: string) {
  const input = { query: { lang: currentLocale() } }
  const isPainted = useIsPainted()
  const isAnswered = isPainted || query !== '' || location.hash !== ''
  const questions = useEndpoint(listQuestions, input)
  const answers = useEndpoint(readFaq, input, isAnswered)
  const parts = useQuery({
    queryKey: ['faq-rest'],
    queryFn: () => import('./faq-rest.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isAnswered,
  })
  // Deferred: to lay 80 answers out takes a phone long.
  const categories: readonly Category[] | undefined = useDeferredValue(parts.data && answers.data?.categories)
  return {
    questions,
    answers,
    parts,
    /** Undefined until questions and answers are shown together. */
    answered: categories,
    asked: (categories ?? questions.data?.categories) as Questions | undefined,
  }
}
