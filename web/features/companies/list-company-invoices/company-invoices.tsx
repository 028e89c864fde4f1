import { useState } from 'react'
import type { CompanyInvoice, listCompanyInvoices } from '#contract/companies/seats-and-documents.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { PagedRows } from '#web/blocks/paged-rows.tsx'
import { openDocument } from '#web/lib/call/open-document.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Row } from '#web/ui/row-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type CompanyInvoicesProps = Pick<EndpointOutput<typeof listCompanyInvoices>, 'items' | 'years'>

/** Rows that are shown first, and more at each press. */
const pageSize = 20

/** Invoices of a company's subscription (R1.17), and each year of them as an archive. */
export function CompanyInvoices({ items, years }: CompanyInvoicesProps) {
  const t = useT()
  const [pages, setPages] = useState(1)
  const shown = Array.from({ length: pages }, (_, index) => ({
    items: items.slice(index * pageSize, (index + 1) * pageSize),
  }))
  return (
    <>
      <PagedRows
        list={{
          data: { pages: shown },
          isError: false,
          isFetchNextPageError: false,
          isFetching: false,
          hasNextPage: items.length > pages * pageSize,
          fetchNextPage: async () => setPages(pages + 1),
          refetch: async () => undefined,
        }}
        label={t('companies.invoices')}
        texts={{ more: 'companies.invoices_more' }}
        none={<p>{t('companies.invoices_none')}</p>}
        row={(invoice, named) => <InvoiceRow key={invoice.id} invoice={invoice} named={named} />}
      />
      {years.map(({ year, url }) => (
        <p key={year}>
          <TextLink standalone href={url} onClick={openDocument}>
            {t('companies.open_archive', { year: String(year) })}
          </TextLink>
        </p>
      ))}
    </>
  )
}

type InvoiceRowProps = {
  invoice: CompanyInvoice
  named: Parameters<Parameters<typeof PagedRows>[0]['row']>[1]
}

function InvoiceRow({ invoice, named }: InvoiceRowProps) {
  const t = useT()
  const { kind, number, issued_on: day, price, url, xml_url: xml, buyer_reference: reference } = invoice
  const title = t(`companies.kind.${kind}`, { number })
  const facts = [formatDate(day), formatMoney(price)]
  if (reference !== null) facts.push(t('companies.invoice_reference', { reference }))
  return (
    <Row
      detail={facts.join(', ')}
      action={
        <>
          <TextLink standalone href={url} onClick={openDocument}>
            <RichText id="companies.open_pdf" values={{ title }} />
          </TextLink>{' '}
          {xml !== null && (
            <TextLink standalone href={xml} onClick={openDocument}>
              <RichText id="companies.open_xml" values={{ title }} />
            </TextLink>
          )}
        </>
      }
    >
      {named(title)}
    </Row>
  )
}
