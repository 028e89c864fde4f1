import type { ReactNode } from 'react'
import type { Product } from '#contract/orders/products.ts'
import { useT } from '#web/lib/i18n.ts'
import { unlockedTexts, vatText } from '../product-words.ts'
import styles from './product-facts.module.css'

/** What a product unlocks and how much of its price is tax. */
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
  return [...people, ...unlockedTexts(product)].map(unbroken).join('\u00a0· ')
}

/** Lines break between the rights; within one only where it is long. */
const unbroken = (text: string): string => (text.length > 24 ? text : text.replaceAll(' ', '\u00a0'))
