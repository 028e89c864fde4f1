import { orderAddress } from '#contract/orders/shop-paths.ts'
import type { AwaitedTransfer as Transfer } from '#contract/subscriptions/subscriptions.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './awaited-transfer.module.css'

type AwaitedTransferProps = {
  transfer: Transfer
}

/** The transfer that is waited for, as the answer of the first screen where nothing is there to read (R11.14). */
export default function AwaitedTransfer({ transfer }: AwaitedTransferProps) {
  const t = useT()
  const { price, received } = transfer
  const missing = { ...price, amount: price.amount - received.amount }
  const values = {
    name: transfer.product_name,
    price: formatMoney(price),
    received: formatMoney(received),
    missing: formatMoney(missing),
  }
  const isEnough = missing.amount <= 0
  const part = received.amount === 0 ? '' : isEnough ? 'enough_' : 'missing_'
  const title = t(`awaited.${part}title`, values)
  const text = t(`awaited.${part}text`, values)
  const link = (
    <Actions>
      <ButtonLink
        variant="primary"
        href={new URL(orderAddress(transfer.order_id), runtimeConfig().hosts.central_login).href}
      >
        {t(isEnough ? 'awaited.show_order' : 'awaited.show')}
      </ButtonLink>
    </Actions>
  )
  return (
    <div className={styles.answer}>
      <Heading level={2} look="answer">
        {title}
      </Heading>
      <p className={styles.lead}>{text}</p>
      {link}
    </div>
  )
}
