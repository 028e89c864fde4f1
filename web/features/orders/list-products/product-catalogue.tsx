import { type ReactNode, useEffect } from 'react'
import { giftLifeDays } from '#contract/gifts/gift-terms.ts'
import type { Product } from '#contract/orders/products.ts'
import { productAddress } from '#contract/orders/shop-paths.ts'
import { routes } from '#contract/routes.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Section } from '#web/ui/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { lengthText } from '../../../lib/reader/product-words.ts'
import { ComparedPlans } from './compared-plans.tsx'
import price from './price.module.css'
import styles from './product-catalogue.module.css'
import { Unlocks } from './product-facts.tsx'

/** Products by section, first the plans that the publisher compares; companies are linked to their own page (R1.22). */
export function ProductCatalogue({ products }: { products: readonly Product[] }) {
  const t = useT()
  const account = (path: string) => new URL(path, runtimeConfig().hosts.account).href
  const persons = products.filter(each => each.audience === 'person')
  const { shop_plans: compared = [] } = runtimeConfig()
  const plans = compared.flatMap(code => persons.find(each => each.code === code) ?? [])
  const rows = (part: readonly Product[]) => part.map(each => <ProductRow key={each.code} product={each} />)
  useEffect(() => {
    // The hash's target was not rendered yet when the browser looked for it.
    if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className={styles.parts}>
      {plans.length > 1 ? (
        <Section title={t('shop.part.daily')}>
          <ComparedPlans plans={plans} />
          <Disclosure summary={t('shop.others')}>
            <ul role="list">{rows(persons.filter(each => !plans.includes(each)))}</ul>
          </Disclosure>
        </Section>
      ) : (
        <>
          <Part title={t('shop.part.daily')}>{rows(persons.filter(isWholeDaily))}</Part>
          <Part title={t('shop.part.single')}>{rows(persons.filter(each => !isWholeDaily(each)))}</Part>
        </>
      )}
      <Part title={t('shop.part.family')}>{rows(products.filter(each => each.audience === 'family'))}</Part>
      <Part title={t('shop.part.gift')} hint={t('shop.hint.gift', { days: giftLifeDays })} id="darcek">
        {rows(products.filter(each => each.audience === 'gift'))}
      </Part>
      <Section title={t('shop.part.company')}>
        <p className={styles.text}>{t('shop.company_text')}</p>
        <TextLink standalone href={account(routes.company_subscription.path)}>
          {t('shop.company_link')}
        </TextLink>
      </Section>
      <p className={styles.code}>
        <RichText id="shop.have_code" links={{ code: account(routes.subscription_code.path) }} />
      </p>
    </div>
  )
}

const isWholeDaily = ({ access }: Product) => access.includes('web')

function Part(props: { title: string; hint?: string; id?: string; children: ReactNode[] }) {
  if (props.children.length === 0) return null
  return (
    <Section title={props.title} hint={props.hint} {...(props.id && { id: props.id })}>
      <ul role="list">{props.children}</ul>
    </Section>
  )
}

function ProductRow({ product }: { product: Product }) {
  return (
    <li className={styles.row}>
      <Heading level={3} look="part">
        {product.name}
      </Heading>
      <p className={price.price}>
        <b>{formatMoney(product.price)}</b> {lengthText(product.length)}
      </p>
      <p className={styles.unlocks}>
        <Unlocks product={product} />
      </p>
      <ButtonLink href={productAddress(product.code)}>
        <RichText id="shop.choose" values={{ name: product.name }} />
      </ButtonLink>
    </li>
  )
}
