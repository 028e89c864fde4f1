import { listAddresses } from '#contract/addresses/addresses.ts'
import { listSeatOffers } from '#contract/companies/seats-and-documents.ts'
import { readOrderTerms } from '#contract/orders/order-terms.ts'
import { listProducts } from '#contract/orders/products.ts'
import { routes } from '#contract/routes.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { AddressFields } from '#web/features/addresses/address-fields.tsx'
import { ChooseSubscription, useChosen } from '#web/features/companies/choose-subscription.tsx'
import { CompanyAccesses } from '#web/features/companies/company-accesses.tsx'
import {
  companyAddressFrom,
  type Ordering,
  orderingOf,
} from '#web/features/companies/order-package/order-address.ts'
import { type Offered, OrderPackage } from '#web/features/companies/order-package/order-package.tsx'
import { orderValues } from '#web/features/companies/order-package/order-values.ts'
import { PackageList } from '#web/features/companies/order-package/package-list.tsx'
import { useShared, useSharedParams } from '#web/features/companies/use-shared.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { loginAddress } from '#web/lib/reader/login-address.ts'
import { useOwnParams, useProfile } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Answer } from '#web/ui/heading.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BlockedByAnonymization, useIsDeletionPending } from './blocked-by-anonymization.tsx'
import styles from './company-subscription-page.module.css'

/** /pre-firmy: packages for companies, their order, and for an administrator the accesses (R2.09, R1.16). */
export default function CompanySubscriptionPage() {
  const { id } = useProfile()
  const { search } = useLocation()
  const ordering = orderingOf(search)
  if (ordering) return <Ordered ordering={ordering} />
  if (id === undefined) return <Packages />
  return new URLSearchParams(search).has('ponuka') ? <PackagesForReader /> : <ForReader />
}

/** Packages, with a link back for an administrator. */
function PackagesForReader() {
  const t = useT()
  const { search } = useLocation()
  const companies = useCompanies()
  const chosen = useChosen(companies)
  return (
    <>
      <Packages />
      {chosen && (
        <div className={styles.after}>
          <ChooseSubscription all={companies} chosen={chosen} />
          <TextLink standalone href={companyAddressFrom(search)}>
            {t('companies.back_to_accesses')}
          </TextLink>
        </div>
      )}
    </>
  )
}

/** The company subscriptions that the reader manages, as soon as they are known. */
const useCompanies = () => companiesOf(useShared().data)
const companiesOf = (shared: ReturnType<typeof useShared>['data']) =>
  shared?.items.filter(each => each.kind === 'company') ?? []

/** An administrator sees the accesses, everybody else the packages. */
function ForReader() {
  const t = useT()
  const { search } = useLocation()
  const shared = useShared()
  const mayBuy = !useIsDeletionPending()
  if (!shared.data) return <Awaited query={shared} shape="answer" />
  const companies = companiesOf(shared.data)
  if (companies.length === 0) return mayBuy ? <Packages /> : <p>{t('companies.order_closed')}</p>
  return (
    <>
      <CompanyAccesses all={companies} mayBuy={mayBuy} />
      {mayBuy && (
        <p className={styles.after}>
          <TextLink standalone href={companyAddressFrom(search, { ponuka: '' })}>
            {t('companies.buy_other')}
          </TextLink>
        </p>
      )}
    </>
  )
}

function Packages() {
  const t = useT()
  const products = usePackages()
  return (
    <>
      <div className={styles.lead}>
        <Answer>{t('companies.packages_answer')}</Answer>
        <p className={styles.then}>{t('companies.packages_lead')}</p>
      </div>
      {products.data ? (
        <PackageList packages={products.data} />
      ) : (
        <div className={styles.awaited}>
          <Awaited query={products} shape="answer" />
        </div>
      )}
    </>
  )
}

function usePackages() {
  const products = useEndpoint(listProducts, {})
  const data = products.data?.items
    .filter(each => each.audience === 'company')
    .toSorted((a, b) => a.seats - b.seats)
  return { ...products, data }
}

function Ordered({ ordering }: { ordering: Ordering }) {
  const t = useT()
  const { id } = useProfile()
  if (id === undefined) return <SignInFirst />
  return (
    <BlockedByAnonymization instead={<p>{t('companies.order_closed')}</p>}>
      {'act' in ordering ? <ForShared ordering={ordering} /> : <New ordering={ordering} />}
    </BlockedByAnonymization>
  )
}

function SignInFirst() {
  const t = useT()
  return (
    <>
      <p className={styles.why}>{t('companies.order_sign_in')}</p>
      <Actions>
        <ButtonLink variant="primary" href={loginAddress(runtimeConfig().login_url, location.href)}>
          {t('companies.sign_in')}
        </ButtonLink>
        <ButtonLink href={routes.company_subscription.path}>{t('companies.other_package')}</ButtonLink>
      </Actions>
    </>
  )
}

/** A new subscription: the company's address is filled in, when the reader has one. */
function New({ ordering }: { ordering: Ordering }) {
  const products = usePackages()
  const addresses = useEndpoint(listAddresses, { params: useOwnParams() })
  if (!products.data || !addresses.data) return <Awaited query={[products, addresses]} shape="answer" />
  const known = addresses.data.items.find(each => each.company_id !== null)
  const offered = products.data.find(each => each.code === ordering.code)
  const order = { ordering, offered, initial: orderValues(known) }
  return <Order {...order} invoiceTo={null} currentReference={null} />
}

function ForShared({ ordering }: { ordering: Extract<Ordering, { act: string }> }) {
  const companies = useCompanies()
  const offers = useEndpoint(listSeatOffers, { params: useSharedParams(ordering.id) })
  if (!offers.data) return <Awaited query={offers} shape="answer" />
  const offered = (ordering.act === 'renew' ? offers.data.renewal : offers.data.more).find(
    each => each.product.code === ordering.code,
  )
  const { invoice_to: invoiceTo, buyer_reference: currentReference } = offers.data
  const order = { ordering, offered, initial: orderValues(), invoiceTo, currentReference }
  const chosen = companies.find(each => each.subscription_id === ordering.id)
  return (
    <>
      {chosen && <ChooseSubscription all={companies} chosen={chosen} />}
      <Order {...order} />
    </>
  )
}

type OrderProps = Omit<Parameters<typeof OrderPackage>[0], 'offered' | 'terms' | 'addressFields'> & {
  offered: Offered | undefined
}

function Order({ offered, ...order }: OrderProps) {
  const t = useT()
  const terms = useEndpoint(readOrderTerms, {})
  if (offered) {
    if (!terms.data) return <Awaited query={terms} shape="answer" />
    return (
      <OrderPackage
        {...order}
        offered={offered}
        terms={terms.data}
        addressFields={controls => <AddressFields {...controls} ofCompany />}
      />
    )
  }
  return (
    <>
      <p className={styles.why}>{t('companies.offer_gone')}</p>
      <TextLink standalone href={routes.company_subscription.path}>
        {t('companies.other_package')}
      </TextLink>
    </>
  )
}
