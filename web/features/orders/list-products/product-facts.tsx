import { Fragment, type ReactNode } from 'react'
import type { Product } from '#contract/orders/products.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { unlockedTexts, vatText } from '../../../lib/reader/product-words.ts'
import styles from './product-facts.module.css'

/** What a product unlocks, and the VAT in its price. */
export function ProductFacts({ product }: { product: Product }) {
  const t = useT()
  return (
    <div className={styles.facts}>
      <p>{vatText(product)}</p>
      <p className={styles.unlocks}>
        {t('shop.unlocks')}: <Unlocks product={product} />
      </p>
    </div>
  )
}

/** What a product unlocks, and for how many people where it is for more than one, in a few lines. */
export function Unlocks({ product }: { product: Product }): ReactNode {
  const t = useT()
  const people = product.audience === 'family' ? [t('shop.people', { count: product.seats })] : []
  const rights = [...people, ...unlockedTexts(product)]
  return rights.map((text, index) => (
    <Fragment key={text}>
      <span className={text.length > 18 ? undefined : styles.short}>{text}</span>
      {index < rights.length - 1 && '\u00a0· '}
    </Fragment>
  ))
}
