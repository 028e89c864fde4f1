import { type ReactNode, useEffect, useState } from 'react'
import { type OrderTerms, readOrderTerms } from '#contract/orders/order-terms.ts'
import { createOrder } from '#contract/orders/orders.ts'
import type { Product } from '#contract/orders/products.ts'
import { type PurchasePlan, readPurchasePlan } from '#contract/orders/purchase-plan.ts'
import { orderAddress, shopPaths } from '#contract/orders/shop-paths.ts'
import { personalGroups } from '#contract/subscriptions/subscriptions.ts'
import { BeginAtOnce, NotAbroad, TermsOverButton } from '#web/blocks/order-terms.tsx'
import { call } from '#web/lib/call/api.ts'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { type AddressControls, addressControls } from '#web/lib/forms/address-values.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { leaveFor, markPage, navigate, useLocation } from '#web/lib/navigation/navigation.ts'
import { dayOf, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Checkbox } from '#web/ui/choice.tsx'
import { FieldStack } from '#web/ui/field-stack.tsx'
import { Form } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { GiftFields } from './gift-fields.tsx'
import { keepDraft, keptDraft } from './order-draft.ts'
import { BeginsOtherwise, OrderSummary } from './order-summary.tsx'
import {
  asksToBegin,
  emptyOrder,
  faultsOfOrder,
  isDelivered,
  type OrderField,
  orderBody,
} from './order-values.ts'

type OrderFormProps = {
  product: Product
  plan: PurchasePlan
  terms: OrderTerms
  userId: string
  /** The server's time in milliseconds since 1970. */
  nowMs: number
  /** Render prop: the fields of an address, from another feature. */
  addressFields: (controls: AddressControls) => ReactNode
}

/** Order form: recipient, address, payment method. A draft is kept until it is bought. */
export function OrderForm({ product, plan, terms, userId, nowMs, addressFields }: OrderFormProps) {
  const t = useT()
  const today = dayOf(nowMs)
  const shown = { plan, terms, returnUrl: new URL(shopPaths.order, location.origin).href }
  const [initial] = useState(() => keptDraft({ productCode: product.code, userId }, emptyOrder(today)))
  const asked = useAskedMethod()
  const isGift = product.audience === 'gift'
  const form = useForm<OrderField>({
    initial: asked ? { ...initial, method: asked } : initial,
    check: values => faultsOfOrder(product, values, shown),
    send: async values => {
      const isStillHere = markPage()
      const body = orderBody(product, values, shown)
      const order = await call(createOrder, { params: { userId }, body }).catch(async (error: unknown) => {
        // A refused price, or terms, have changed: refetched, so that the reader sees them before the next press.
        const stale = [readPurchasePlan, readOrderTerms]
        await Promise.all(stale.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
        throw error
      })
      // For who has left, the order waits: a mail tells of a transfer, and one more press opens the same page of the gateway.
      if (!isStillHere()) return
      if (order.redirect_url === undefined) navigate(orderAddress(order.id))
      else await leaveFor(order.redirect_url)
    },
  })
  const { values } = form
  useEffect(() => keepDraft({ productCode: product.code, userId }, values), [product.code, userId, values])

  const price = formatMoney(plan.price)
  const byCard = values.method !== 'bank_transfer'
  const asks = asksToBegin(product, plan)
  const waits = asks && values['agreed.begin_at_once'] !== 'yes'
  const controls = addressControls(form)
  const address = (
    <>
      <NotAbroad address={controls.values} terms={terms} isKnown={plan.invoice_abroad} />
      {addressFields(controls)}
    </>
  )
  const asksForInvoice = plan.invoice_abroad || values.invoice === 'yes'
  return (
    <Form {...form} submitLabel={t(byCard ? 'shop.submit_card' : 'shop.submit_transfer', { price })}>
      {isGift && <GiftFields field={form.field} today={today} />}
      {isDelivered(product) ? (
        <Part title={t('shop.delivery_part')}>{address}</Part>
      ) : (
        <>
          {!plan.invoice_abroad && (
            <Checkbox
              label={t(personalGroups.has(product.group) ? 'shop.invoice_person' : 'shop.invoice')}
              checked={values.invoice === 'yes'}
              onChange={event => form.setValue('invoice', event.target.checked ? 'yes' : '')}
            />
          )}
          {asksForInvoice && <Part title={t('shop.invoice_part')}>{address}</Part>}
        </>
      )}
      <RadioGroup
        legend={t('shop.method')}
        name="method"
        value={byCard ? 'card' : 'bank_transfer'}
        onChange={method => form.setValue('method', method)}
        options={[
          {
            value: 'card',
            label: t('shop.method.card'),
            hint: t('shop.method.card_hint'),
          },
          {
            value: 'bank_transfer',
            label: t('shop.method.bank_transfer'),
            // The same before and after the request to begin, which it stands above: nothing moves under a finger.
            hint: t(isGift ? 'shop.method.transfer_hint_gift' : transferHint(plan)),
          },
        ]}
      />
      {asks && (
        <BeginAtOnce
          terms={terms}
          control={form.field('agreed.begin_at_once')}
          hint={<BeginsOtherwise plan={plan} byCard={byCard} />}
        />
      )}
      <OrderSummary product={product} plan={plan} byCard={byCard} waits={waits} />
      <TermsOverButton terms={terms} isConsumer />
    </Form>
  )
}

/** Explanation of a bank transfer; when it begins, unless what is paid already decides that. */
const transferHint = ({ begins }: PurchasePlan) =>
  begins === 'after' ? 'shop.method.transfer_hint_after' : 'shop.method.transfer_hint'

/** `?platba=prevod`: preselects bank transfer after a declined card. */
function useAskedMethod() {
  const asked = new URLSearchParams(useLocation().search).get('platba')
  return asked === 'prevod' ? 'bank_transfer' : undefined
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <FieldStack>
      <Heading level={2} look="section">
        {title}
      </Heading>
      {children}
    </FieldStack>
  )
}
