import { changeBuyerReference } from '#contract/companies/company-documents.ts'
import { listCompanyInvoices, listSeatOffers } from '#contract/companies/seats-and-documents.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { useSharedParams } from '../use-shared.ts'

type BuyerReferenceProps = { subscriptionId: number; present: string | null }

/** The company's own number of its order, for the documents that come. */
export function BuyerReference({ subscriptionId, present }: BuyerReferenceProps) {
  const t = useT()
  const params = useSharedParams(subscriptionId)
  const form = useForm({
    initial: { buyer_reference: present ?? '' },
    check: values => faultsOf(changeBuyerReference.body, values),
    send: async body => {
      await call(changeBuyerReference, { params, body })
      await Promise.all([invalidate(listCompanyInvoices), invalidate(listSeatOffers)])
      showToast(t('companies.reference_saved'))
    },
  })
  return (
    <Form {...form} submitLabel={t('companies.reference_submit')} variant="secondary">
      <Field
        {...form.field('buyer_reference')}
        label={t('companies.reference')}
        hint={t('companies.reference_hint_next')}
        autoComplete="off"
      />
    </Form>
  )
}
