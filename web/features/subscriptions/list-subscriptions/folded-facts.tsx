import { lazy, Suspense } from 'react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'

const Facts = lazy(async () => {
  await afterFirstPaint()
  const list = import('./subscription-facts-list.tsx')
  const [module] = await Promise.all([list, addPagePart('facts')])
  return module
})

/** The facts of a subscription where they are folded at first: their program comes after what is seen at once. */
export function FoldedFacts({ subscription }: { subscription: Subscription }) {
  return (
    <ErrorBoundary fallback={() => <Failed />}>
      <Suspense>
        <Facts subscription={subscription} />
      </Suspense>
    </ErrorBoundary>
  )
}

function Failed() {
  const t = useT()
  return (
    <ErrorBlock
      title={t('common.block_failed_title')}
      retryLabel={t('common.reload')}
      onRetry={() => location.reload()}
    />
  )
}
