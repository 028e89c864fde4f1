import type { Order } from '#contract/orders/orders.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import styles from './transfer-details.module.css'

type TransferDetailsProps = { order: Order; transfer: NonNullable<Order['transfer']> }

/** Details of a bank transfer: a QR code for the bank's app, on a phone a link that opens it (R11.13), and each value to copy (R1.24). */
export function TransferDetails({ order, transfer }: TransferDetailsProps) {
  const t = useT()
  const price = formatMoney(transfer.price)
  const iban = transfer.iban.replaceAll(/.{4}(?=.)/g, '$& ')
  const symbol = transfer.variable_symbol
  // Plain digits with a decimal point, which every bank accepts; a comma works in Slovakia only.
  const plainAmount = (transfer.price.amount / 100).toFixed(2)
  const parts = [
    { name: t('order.transfer.amount'), shown: price, value: plainAmount },
    { name: t('order.transfer.iban'), shown: iban, value: transfer.iban },
    { name: t('order.transfer.symbol'), shown: symbol, value: symbol },
    { name: t('order.transfer.beneficiary'), shown: transfer.beneficiary, value: transfer.beneficiary },
  ]
  return (
    <div className={styles.ways}>
      <div className={styles.app}>
        <ButtonLink variant="primary" href={transfer.app_link}>
          {t('order.open_bank_app')}
        </ButtonLink>
      </div>
      <section className={styles.details}>
        <Heading level={2} look="section">
          {t('order.transfer_data')}
        </Heading>
        <RowList>
          {parts.map(({ name, shown, value }) => (
            <Row
              key={name}
              detail={name}
              action={
                <CopyButton
                  value={value}
                  copiedText={t('order.copied', { what: name })}
                  failedText={t('order.copy_failed')}
                >
                  <RichText id="order.copy" values={{ what: name }} />
                </CopyButton>
              }
            >
              <span className={styles.value}>{shown}</span>
            </Row>
          ))}
          {order.state === 'waiting' && (
            <Row detail={t('order.transfer.until')}>{formatDate(order.expires_at)}</Row>
          )}
        </RowList>
      </section>
      <section className={styles.code}>
        <Heading level={2} look="section">
          {t('order.transfer_qr')}
        </Heading>
        <img
          className={styles.picture}
          src={`data:image/svg+xml,${encodeURIComponent(transfer.qr_svg)}`}
          alt={t('order.transfer_qr_alt', { price, iban, symbol })}
          width={240}
          height={240}
        />
        <p className={styles.hint}>{t('order.transfer_qr_hint')}</p>
      </section>
    </div>
  )
}
