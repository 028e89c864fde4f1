import type { ReactNode } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { productAddress } from '#contract/orders/shop-paths.ts'
import { routes } from '#contract/routes.ts'
import type { MessageKey } from '#locales/message-values.ts'
import type { MessageOf } from '#locales/values-of.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** State of an order: a sentence, details and next actions. */
export type OrderTold = {
  title: string
  lead: MessageOf<Extract<MessageKey, `order.${string}`>>
  ways: ReactNode
}

/** Texts of an order that is not paid, or whose money is given back. */
export function useUnpaid(
  order: Order,
  { email, cameBack }: { email: string; cameBack: boolean },
): OrderTold {
  const t = useT()
  const values = { name: order.product.name, price: formatMoney(order.price), email }
  const again = productAddress(order.product.code)
  const retry = (
    <>
      <ButtonLink variant="primary" href={again}>
        {t('order.again')}
      </ButtonLink>
      <ButtonLink href={`${again}?platba=prevod`}>{t('order.by_transfer')}</ButtonLink>
    </>
  )
  if (order.state === 'failed') {
    const reason = order.decline ?? 'card_declined'
    return {
      title: t('order.failed'),
      lead: { id: 'order.failed_text', values: { reason } },
      ways: retry,
    }
  }
  if (order.state === 'expired') {
    return order.method === 'card'
      ? { title: t('order.left'), lead: { id: 'order.left_text', values }, ways: retry }
      : {
          title: t('order.transfer_expired'),
          lead: { id: 'order.transfer_expired_text', values: {} },
          ways: (
            <ButtonLink variant="primary" href={again}>
              {t('order.again')}
            </ButtonLink>
          ),
        }
  }
  if (order.state === 'too_late') {
    // Only what is added to a company's subscription can come too late.
    const company = new URL(routes.company_subscription.path, runtimeConfig().hosts.account).href
    return {
      title: t('order.too_late'),
      lead: { id: 'order.too_late_text', values },
      ways: <ButtonLink href={company}>{t('order.to_subscription')}</ButtonLink>,
    }
  }
  if (cameBack) {
    return { title: t('order.confirming'), lead: { id: 'order.confirming_text', values }, ways: null }
  }
  return {
    title: t('order.card_waiting'),
    lead: { id: 'order.card_waiting_text', values },
    ways: (
      <>
        {order.redirect_url !== undefined && (
          <ButtonLink variant="primary" href={order.redirect_url}>
            {t('order.go_on')}
          </ButtonLink>
        )}
        <ButtonLink href={`${again}?platba=prevod`}>{t('order.by_transfer')}</ButtonLink>
      </>
    ),
  }
}
