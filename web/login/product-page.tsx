import { useEffect, useState } from 'react'
import { readOrderTerms } from '#contract/orders/order-terms.ts'
import { listProducts, type Product } from '#contract/orders/products.ts'
import { readPurchasePlan } from '#contract/orders/purchase-plan.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { routes } from '#contract/routes.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { ReaderKnown } from '#web/blocks/reader-known.tsx'
import { AddressFields } from '#web/features/addresses/address-fields.tsx'
import { HowItBegins } from '#web/features/orders/create-order/how-it-begins.tsx'
import { OrderForm } from '#web/features/orders/create-order/order-form.tsx'
import { isDelivered } from '#web/features/orders/create-order/order-values.ts'
import { ProductFacts } from '#web/features/orders/list-products/product-facts.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { lengthText } from '#web/lib/reader/product-words.ts'
import type { Profile } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { FailedStep } from '../blocks/failed-step.tsx'
import { OtherReader } from '../blocks/other-reader.tsx'
import { SignInWays } from '../blocks/sign-in-ways.tsx'
import { Step, Ways } from '../blocks/step.tsx'
import { useReader } from '../lib/reader/login-context.ts'

/** /obchod/:product: price, what it unlocks and the order form; for visitors, sign-in links. */
export function ProductPage({ code }: { code: string }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useEndpoint(listProducts, {})
  const product = data?.items.find(each => each.code === code)
  if (!data) {
    return isError ? (
      <FailedStep title={t('shop.load_failed')} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton label={t('common.loading')} shape="answer" />
    )
  }
  if (product?.audience === 'company') return <ToCompanies />
  if (!product) {
    return (
      <Step key="unknown" title={t('shop.unknown')} focus="title" lead={t('shop.unknown_lead')}>
        <Actions>
          <ButtonLink variant="primary" href={shopPaths.catalogue}>
            {t('shop.other')}
          </ButtonLink>
        </Actions>
      </Step>
    )
  }
  return <Sold product={product} />
}

function Sold({ product }: { product: Product }) {
  const t = useT()
  return (
    <Step
      title={product.name}
      focus="title"
      lead={
        <>
          <b>{formatMoney(product.price)}</b> {lengthText(product.length)}
        </>
      }
    >
      <ProductFacts product={product} />
      <ReaderKnown coming={<Skeleton shape="rows" label={t('common.loading')} />}>
        <Next product={product} />
      </ReaderKnown>
      <Ways>
        <TextLink standalone href={shopPaths.catalogue}>
          {t('shop.other')}
        </TextLink>
      </Ways>
    </Step>
  )
}

function Next({ product }: { product: Product }) {
  const t = useT()
  const reader = useReader()
  return reader ? <Order product={product} reader={reader} /> : <SignInWays why={t('shop.sign_in_first')} />
}

function Order({ product, reader }: { product: Product; reader: Profile }) {
  const [nowMs] = useState(() => serverTimeMs())
  const userId = String(reader.id)
  // Loaded before the form is shown, which must not shift.
  const query = useEndpoint(readPurchasePlan, {
    params: { userId, product: product.code },
  })
  const terms = useEndpoint(readOrderTerms, {})
  const { data } = query
  if (!data || !terms.data) {
    return <Awaited query={[query, terms]} shape="rows" failed="shop.load_failed" />
  }
  // Before anything is filled in: the order would be refused.
  if (data.anonymization_pending)
    return <SettingsFirst why="shop.anonymization_pending" hash="account-deletion" label="shop.to_settings" />
  // The form has the address of the delivery only.
  if (isDelivered(product) && data.invoice_abroad) {
    return <SettingsFirst why="shop.invoice_abroad" hash="delivery-address" label="shop.to_addresses" />
  }
  return (
    <>
      <OtherReader>
        <RichText id="shop.buying_as" values={{ email: reader.email }} />
      </OtherReader>
      <HowItBegins product={product} plan={data} />
      <OrderForm
        key={userId}
        product={product}
        plan={data}
        terms={terms.data}
        userId={userId}
        nowMs={nowMs}
        addressFields={controls => <AddressFields {...controls} />}
      />
    </>
  )
}

type SettingsFirstProps = {
  why: 'shop.anonymization_pending' | 'shop.invoice_abroad'
  /** Section of the settings. */
  hash: string
  label: 'shop.to_settings' | 'shop.to_addresses'
}

/** In place of the form: why nothing can be ordered, and where that is changed. */
function SettingsFirst({ why, hash, label }: SettingsFirstProps) {
  const t = useT()
  const settings = new URL(routes.settings.path, runtimeConfig().hosts.account).href
  return (
    <>
      <p>{t(why)}</p>
      <Actions>
        <ButtonLink variant="primary" href={`${settings}#${hash}`}>
          {t(label)}
        </ButtonLink>
      </Actions>
    </>
  )
}

/** Packages for companies are ordered on the company page. */
function ToCompanies() {
  const t = useT()
  useEffect(() => {
    location.replace(new URL(routes.company_subscription.path, runtimeConfig().hosts.account).href)
  }, [])
  return <Skeleton label={t('common.loading')} shape="answer" />
}
