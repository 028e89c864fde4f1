import { listCompanyInvoices } from '#contract/companies/seats-and-documents.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { openDocument } from '#web/lib/call/open-document.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { Section } from '#web/ui/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useSharedParams } from '../use-shared.ts'

/** Invoices of a company's subscription (R1.17). */
export function CompanyInvoices({ subscriptionId }: { subscriptionId: number }) {
  const t = useT()
  const params = useSharedParams(subscriptionId)
  const query = useEndpoint(listCompanyInvoices, { params })
  const { data } = query
  return (
    <Section title={t('companies.invoices')}>
      {data?.items.length === 0 && <p>{t('companies.invoices_none')}</p>}
      {data && data.items.length > 0 && (
        <RowList>
          {data.items.map(({ id, kind, number, issued_on: day, price, url, xml_url: xml }) => {
            const title = t(`companies.kind.${kind}`, { number })
            return (
              <Row
                key={id}
                detail={`${formatDate(day)}, ${formatMoney(price)}`}
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
                {title}
              </Row>
            )
          })}
        </RowList>
      )}
      {data?.years.map(({ year, url }) => (
        <p key={year}>
          <TextLink standalone href={url} onClick={openDocument}>
            {t('companies.open_archive', { year: String(year) })}
          </TextLink>
        </p>
      ))}
      {!data && <Awaited query={query} shape="details" />}
    </Section>
  )
}
