import { listCompanyInvoices } from '#contract/companies/seats-and-documents.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Section } from '#web/ui/section.tsx'
import { DocumentRecipients } from './add-document-recipient/document-recipients.tsx'
import { BuyerReference } from './change-buyer-reference/buyer-reference.tsx'
import { CompanyInvoices } from './list-company-invoices/company-invoices.tsx'
import { useSharedParams } from './use-shared.ts'

/** Documents of a company's subscription, to whom they are mailed, and the number that the next ones bear. */
export function CompanyDocuments({ subscriptionId }: { subscriptionId: number }) {
  const t = useT()
  const query = useEndpoint(listCompanyInvoices, { params: useSharedParams(subscriptionId) })
  const { data } = query
  return (
    <>
      <Section title={t('companies.invoices')}>
        {data ? <CompanyInvoices {...data} /> : <Awaited query={query} shape="details" />}
      </Section>
      {data && (
        <>
          <Section title={t('companies.recipients')}>
            <DocumentRecipients subscriptionId={subscriptionId} recipients={data.recipients} />
          </Section>
          <Section title={t('companies.reference_title')}>
            <BuyerReference subscriptionId={subscriptionId} present={data.buyer_reference} />
          </Section>
        </>
      )}
    </>
  )
}
