import type { Product } from '#contract/orders/products.ts'
import { productAddress } from '#contract/orders/shop-paths.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { lengthText, monthlyPrice, unlockedTexts } from '../../../lib/reader/product-words.ts'
import styles from './compared-plans.module.css'
import price from './price.module.css'

/**
 * Plans side by side, each with what it adds to the one before.
 *
 * @param props.plans from the smallest; each unlocks what the one before does
 */
export function ComparedPlans({ plans }: { plans: readonly Product[] }) {
  return (
    <ul role="list" className={styles.plans}>
      {plans.map((plan, index) => (
        <Plan key={plan.code} plan={plan} smaller={plans[index - 1]} />
      ))}
    </ul>
  )
}

function Plan({ plan, smaller }: { plan: Product; smaller: Product | undefined }) {
  const t = useT()
  const monthly = monthlyPrice(plan)
  const before = new Set(smaller ? unlockedTexts(smaller) : [])
  return (
    <li className={styles.plan}>
      <Heading level={3} look="part">
        {plan.name}
      </Heading>
      <p className={price.price}>
        <b>{formatMoney(plan.price)}</b> {lengthText(plan.length)}
        {monthly && <small>{t('shop.monthly', { price: formatMoney(monthly) })}</small>}
        <small>{t(plan.renews ? 'shop.plan_renews' : 'shop.plan_renews_not')}</small>
      </p>
      <div className={styles.unlocks}>
        {smaller && <p>{t('shop.all_of', { name: smaller.name })}</p>}
        <ul>
          {unlockedTexts(plan)
            .filter(text => !before.has(text))
            .map(text => (
              <li key={text}>{text}</li>
            ))}
        </ul>
      </div>
      <ButtonLink href={productAddress(plan.code)}>
        <RichText id="shop.choose" values={{ name: plan.name }} />
      </ButtonLink>
    </li>
  )
}
