import { orderAddress } from '#contract/orders/shop-paths.ts'
import type { AwaitedTransfer as Transfer } from '#contract/subscriptions/subscriptions.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './awaited-transfer.module.css'

type AwaitedTransferProps = {
  transfer: Transfer
  /** Whether it is what the page has to say first: the reader has nothing to read. */
  isAnswer: boolean
}

/** The transfer that is waited for, on the first screen of the account area (R11.14). */
export default function AwaitedTransfer({ transfer, isAnswer }: AwaitedTransferProps) {
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
        variant={isAnswer ? 'primary' : 'secondary'}
        href={new URL(orderAddress(transfer.order_id), runtimeConfig().hosts.central_login).href}
      >
        {t(isEnough ? 'awaited.show_order' : 'awaited.show')}
      </ButtonLink>
    </Actions>
  )
  if (!isAnswer) {
    return (
      <div className={styles.notice}>
        <Notice tone="info" title={title} live={false}>
          <p>{text}</p>
          {link}
        </Notice>
      </div>
    )
  }
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
