import { lazy, Suspense } from 'react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

const Facts = lazy(async () => {
  await afterFirstPaint()
  const list = import('./subscription-facts-list.tsx')
  const [module] = await Promise.all([list, addPagePart('facts')])
  return module
})

/** Folded facts of a subscription, a lazily loaded chunk. */
export function FoldedFacts({ subscription }: { subscription: Subscription }) {
  return (
    <ErrorBoundary fallback={offerReload}>
      <Suspense>
        <Facts subscription={subscription} />
      </Suspense>
    </ErrorBoundary>
  )
}
