import { useEffect, useState } from 'react'
import { afterFirstPaint } from '#web/lib/browser/first-paint.ts'
import { logFailure } from '#web/lib/log.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'
import type { Category } from './questions.ts'
import type { FaqSearch } from './search-faq.ts'

/** The search over the answers, whose library comes after the first paint; undefined until then. */
export function useFaqSearch(categories: readonly Category[] | undefined): FaqSearch | undefined {
  const [found, setFound] = useState<{ of: readonly Category[]; search: FaqSearch }>()
  useEffect(() => {
    if (!categories) return undefined
    let isOver = false
    afterFirstPaint()
      .then(() => import('./search-faq.ts'))
      .then(({ createFaqSearch }) => {
        if (!isOver) setFound({ of: categories, search: createFaqSearch(categories, currentLocale()) })
      })
      .catch((error: unknown) => {
        logFailure('search of the questions', error)
        // Without a search all answers are shown.
        if (!isOver) setFound({ of: categories, search: () => undefined })
      })
    return () => {
      isOver = true
    }
  }, [categories])
  // In another language there are other answers.
  return found && found.of === categories ? found.search : undefined
}
