import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { listProducts } from '#contract/orders/products.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { queryClient, readOptions } from '#web/lib/call/use-endpoint.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CataloguePage } from './catalogue-page.tsx'
import { OrderPage } from './order-page.tsx'
import { ProductPage } from './product-page.tsx'
import { WithdrawalPage } from './withdrawal-page.tsx'

/** The key of the products, which come along with a rendered document. */
const { queryKey } = readOptions(listProducts, {})

/** Takes what the document was rendered with, if it was in the language that is shown. */
export function takeProducts(): void {
  const given = document.getElementById('products')
  if (given?.lang !== currentLocale()) return
  queryClient.setQueryData(queryKey, JSON.parse(given.textContent))
}

/**
 * The embedded shop: what is sold, the order of one product, how far an order has come.
 *
 * @param props.client the server's, which has one for each document
 */
export default function ShopPages({ client = queryClient }) {
  const t = useT()
  useLanguageOfAnswers()
  const { pathname } = useLocation()
  return (
    <QueryClientProvider client={client}>
      <Suspense fallback={<Skeleton label={t('common.loading')} shape="answer" />}>
        <Page key={pathname} pathname={pathname.replace(/\/$/, '')} />
      </Suspense>
    </QueryClientProvider>
  )
}

function Page({ pathname }: { pathname: string }) {
  if (pathname === shopPaths.catalogue) return <CataloguePage />
  if (pathname === shopPaths.order) return <OrderPage />
  if (pathname === shopPaths.withdrawal) return <WithdrawalPage />
  return <ProductPage code={decodeURIComponent(pathname.slice(shopPaths.catalogue.length + 1))} />
}

/** Product names come in the language of the call, so they are refetched after a switch. */
function useLanguageOfAnswers(): void {
  const locale = currentLocale()
  const asked = useRef(locale)
  useEffect(() => {
    if (asked.current === locale) return
    asked.current = locale
    void queryClient.invalidateQueries()
  }, [locale])
}
