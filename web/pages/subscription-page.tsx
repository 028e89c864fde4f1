import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { SubscriptionList } from '#web/features/subscriptions/list-subscriptions/subscription-list.tsx'
import { afterFirstPaint } from '#web/lib/browser/first-paint.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A part that comes after the first paint, with the others. */
const rest = <Props,>(of: (parts: typeof import('./subscription-rest.ts')) => ComponentType<Props>) =>
  lazy(async () => {
    await afterFirstPaint()
    const [parts] = await Promise.all([import('./subscription-rest.ts'), addPagePart('rest')])
    return { default: of(parts) }
  })
const PaymentList = rest(parts => parts.PaymentList)
const GiftList = rest(parts => parts.GiftList)
const DeviceList = rest(parts => parts.DeviceList)
const Facts = rest(parts => parts.SubscriptionFacts)

/** Few readers pay for a family. */
const FamilyReaders = lazy(async () => {
  await afterFirstPaint()
  const readers = import('#web/features/companies/list-accesses/family-readers.tsx')
  const [module] = await Promise.all([readers, addPagePart('rest')])
  return module
})

const AwaitedTransfer = lazy(async () => {
  const notice = import('#web/features/orders/read-order/awaited-transfer.tsx')
  const [module] = await Promise.all([notice, addPagePart('awaitedTransfer')])
  return module
})

const UndoChange = lazy(async () => {
  const undo = import('#web/features/recurrence/change-subscription/undo-change.tsx')
  const [module] = await Promise.all([undo, addPagePart('change'), addPagePart('errors')])
  return module
})

/** /predplatne: subscriptions, then payments and devices (R2.06). */
export default function SubscriptionPage() {
  const t = useT()
  const { data } = useEndpoint(listSubscriptions, { params: useOwnParams() })
  // Only who pays for a family is asked who reads in it.
  const isPayer = data?.items.some(
    ({ audience, state, given_by: from }) => audience === 'family' && state === 'active' && from === null,
  )
  return (
    <SubscriptionList
      facts={subscription => (
        <ErrorBoundary fallback={offerReload}>
          <Suspense>
            <Facts subscription={subscription} />
          </Suspense>
        </ErrorBoundary>
      )}
      undo={subscription => (
        <ErrorBoundary fallback={offerReload}>
          {/* As large as what comes, to avoid a layout shift; inert, since a press of it would be lost. */}
          <Suspense
            fallback={
              <Button busy inert>
                {t('subscriptions.undo_change')}
              </Button>
            }
          >
            <UndoChange subscription={subscription} />
          </Suspense>
        </ErrorBoundary>
      )}
      awaited={transfer => (
        <ErrorBoundary fallback={() => null}>
          <AwaitedTransfer transfer={transfer} />
        </ErrorBoundary>
      )}
    >
      <Block id="documents" title={t('documents.title')} content={PaymentList} />
      <Block id="device-list" title={t('devices.title')} content={DeviceList} />
      {isPayer && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <FamilyReaders />
          </Suspense>
        </ErrorBoundary>
      )}
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          <GiftList />
        </Suspense>
      </ErrorBoundary>
    </SubscriptionList>
  )
}

type BlockProps = {
  id: string
  title: string
  content: ComponentType<{ hasRows: boolean; frame: (content: ReactNode) => ReactNode }>
}

/** A part of the page with its own loading and error states. */
function Block({ id, title, content: Content }: BlockProps) {
  const t = useT()
  const { data } = useEndpoint(listSubscriptions, { params: useOwnParams() })
  // Who never had anything has no rows here, and so no heading; others some: what is below is to stay where it is.
  const hasRows = data?.items.length !== 0
  const frame = (content: ReactNode) => (
    <Section id={id} title={title}>
      {content}
    </Section>
  )
  return (
    <ErrorBoundary fallback={() => frame(offerReload())}>
      <Suspense
        fallback={hasRows && frame(<Skeleton shape="details" count={3} label={t('common.loading')} />)}
      >
        <Content hasRows={hasRows} frame={frame} />
      </Suspense>
    </ErrorBoundary>
  )
}
