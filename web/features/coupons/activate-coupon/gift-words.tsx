import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Quotation } from '#web/ui/quotation.tsx'
import styles from './coupon.module.css'

/** Giver and greeting of a gift. */
export function GiftWords({ from, message }: { from: string | null; message: string | null }) {
  const t = useT()
  return (
    <>
      <p className={styles.then}>
        {from === null ? t('coupon.gift') : <RichText id="coupon.gift_from" values={{ from }} />}
      </p>
      {message !== null && <Quotation label={t('coupon.message')}>{message}</Quotation>}
    </>
  )
}
