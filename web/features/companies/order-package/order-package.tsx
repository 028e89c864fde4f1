import { type ReactNode, useEffect, useState } from 'react'
import { listSeatOffers } from '#contract/companies/seats-and-documents.ts'
import { type OrderTerms, readOrderTerms } from '#contract/orders/order-terms.ts'
import { createOrder } from '#contract/orders/orders.ts'
import { listProducts, type Product } from '#contract/orders/products.ts'
import { orderAddress, shopPaths } from '#contract/orders/shop-paths.ts'
import { NotAbroad, TermsOverButton } from '#web/blocks/order-terms.tsx'
import { call } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { type AddressControls, addressControls } from '#web/lib/forms/address-values.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { leaveFor, markPage, useLocation } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { FieldStack } from '#web/ui/field-stack.tsx'
import { Form } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { netPrice, packageName } from '../list-seat-offers/package-words.ts'
import { companyAddressFrom, type Ordering } from './order-address.ts'
import { keepDraft, keptDraft } from './order-draft.ts'
import styles from './order-package.module.css'
import { faultsOfOrder, type OrderField, type OrderValues, orderBody } from './order-values.ts'

/** What is ordered, with the price that is charged. */
export type Offered = Pick<Product, 'price' | 'vat' | 'seats'> & { until?: string; by_transfer?: boolean }

type OrderPackageProps = {
  ordering: Ordering
  offered: Offered
  terms: OrderTerms
  initial: OrderValues
  /** Buyer on the invoice for an existing subscription; null when the form has to ask. */
  invoiceTo: { company_name: string; company_id: string } | null
  /** The company's number of its order, which an order without one takes over. */
  currentReference: string | null
  /** Render prop: the fields of an address, from another feature. */
  addressFields: (controls: AddressControls) => ReactNode
}

/** Order form of a package: company and payment method. A draft is kept until it is ordered. */
export function OrderPackage({
  ordering,
  offered,
  terms,
  initial,
  invoiceTo,
  currentReference,
  addressFields,
}: OrderPackageProps) {
  const t = useT()
  const params = useOwnParams()
  const { search } = useLocation()
  const { hosts } = runtimeConfig()
  const isNew = !('act' in ordering)
  const [start] = useState(() => (isNew ? (keptDraft(params.userId) ?? initial) : initial))
  const returnUrl = new URL(shopPaths.order, hosts.central_login).href
  const shown = { price: offered.price, returnUrl, isKnown: invoiceTo !== null, terms }
  const bodyOf = (values: OrderValues) => orderBody(ordering, values, shown)
  const form = useForm<OrderField>({
    initial: start,
    check: values => faultsOfOrder(bodyOf(values), terms),
    send: async values => {
      const isStillHere = markPage()
      const order = await call(createOrder, { params, body: bodyOf(values) }).catch(
        async (error: unknown) => {
          // A refused price, or terms, have changed: refetched, so that they are seen before the next press.
          await Promise.all([readOrderTerms, listSeatOffers, listProducts].map(invalidate))
          throw error
        },
      )
      keepDraft(params.userId, undefined)
      // For who has left, the order waits: a mail tells of a transfer, and one more press opens the same page of the gateway.
      const next = order.redirect_url ?? new URL(orderAddress(order.id), hosts.central_login).href
      if (isStillHere()) await leaveFor(next)
    },
  })
  const { values } = form
  useEffect(() => {
    if (isNew) keepDraft(params.userId, values)
  }, [isNew, params.userId, values])

  const controls = addressControls(form)
  const byCard = values.method !== 'bank_transfer'
  const isByTransfer = offered.by_transfer !== false
  const price = formatMoney(offered.price)
  const named = { package: packageName(offered.seats) }
  return (
    <div className={styles.order}>
      <div>
        <Heading level={2} look="answer">
          {t('act' in ordering ? `companies.order_title.${ordering.act}` : 'companies.order_title', named)}
        </Heading>
        <p className={styles.price}>
          <RichText id="companies.order_price" values={{ price, net: netPrice(offered) }} />{' '}
          {offered.until && t('companies.order_until', { until: formatLastDay(offered.until) })}
        </p>
      </div>
      <Form
        {...form}
        submitLabel={t(byCard ? 'companies.submit_card' : 'companies.submit_transfer', { price })}
        actions={
          <TextLink standalone href={companyAddressFrom(search, isNew ? { ponuka: '' } : {})}>
            {t('companies.other_package')}
          </TextLink>
        }
      >
        {invoiceTo ? (
          <p>{t('companies.order_invoice_to', { name: invoiceTo.company_name, id: invoiceTo.company_id })}</p>
        ) : (
          <FieldStack>
            <div>
              <Heading level={3} look="part">
                {t('companies.order_invoice')}
              </Heading>
              <p className={styles.quiet}>{t('companies.order_contact')}</p>
            </div>
            <NotAbroad address={controls.values} terms={terms} />
            {addressFields(controls)}
          </FieldStack>
        )}
        <Field
          {...form.field('buyer_reference')}
          label={t('companies.reference')}
          hint={
            currentReference === null
              ? t('companies.reference_hint')
              : t('companies.reference_hint_current', { reference: currentReference })
          }
          autoComplete="off"
        />
        <RadioGroup
          legend={t('companies.method')}
          name="method"
          value={byCard ? 'card' : 'bank_transfer'}
          onChange={method => form.setValue('method', method)}
          options={[
            {
              value: 'card',
              label: t('companies.method.card'),
              hint: t(isByTransfer ? 'companies.method.card_hint' : 'companies.method.card_only_hint'),
            },
            ...(isByTransfer
              ? [
                  {
                    value: 'bank_transfer' as const,
                    label: t('companies.method.transfer'),
                    hint: t('companies.method.transfer_hint'),
                  },
                ]
              : []),
          ]}
        />
        <TermsOverButton terms={terms} isConsumer={false} />
      </Form>
    </div>
  )
}
