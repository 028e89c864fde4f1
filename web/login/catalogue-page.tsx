import { listProducts } from '#contract/orders/products.ts'
import { ProductCatalogue } from '#web/features/orders/list-products/product-catalogue.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FailedStep } from '../blocks/failed-step.tsx'
import { Step } from '../blocks/step.tsx'

/** /obchod */
export function CataloguePage() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useEndpoint(listProducts, {})
  if (!data && isError) {
    return <FailedStep title={t('shop.load_failed')} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data?.items.length === 0) {
    return (
      <Step title={t('shop.empty')} focus="title" lead={t('shop.empty_lead')}>
        {null}
      </Step>
    )
  }
  return (
    <Step title={t('shop.title')} focus="title" lead={t('shop.lead')}>
      {data ? (
        <ProductCatalogue products={data.items} />
      ) : (
        <Skeleton label={t('common.loading')} shape="details" count={12} />
      )}
    </Step>
  )
}
