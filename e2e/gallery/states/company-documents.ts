import type { listCompanyInvoices } from '#contract/companies/seats-and-documents.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { alters, fails, refuses, screen, waits } from '../state.ts'

const path = '/pre-firmy'
const reader = 'company-admin'

type Documents = EndpointOutput<typeof listCompanyInvoices>
const documents = '**/users/*/companies/*/invoices'
const recipients = '**/users/*/companies/*/document-recipients'
const longAddress = 'uctovnictvo-a-mzdy.externa-kancelaria@oddelenie-faktur.pekaren-ranna.example.sk'
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    email: index === 0 ? longAddress : `doklady${index}@example.com`,
    added_at: '2026-10-01T08:00:00Z',
    stopped_at: index === 1 ? '2026-10-14T08:00:00Z' : null,
  }))
const withDocuments = (count: number, more: Partial<Documents> = {}) =>
  alters<Documents>(documents, body => ({
    ...body,
    items: Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      payment_id: index + 1,
      kind: index % 7 === 3 ? ('credit_note' as const) : ('invoice' as const),
      number: `F-2026-${String(count - index).padStart(6, '0')}`,
      issued_on: '2026-10-14',
      price: { amount: 44_500, currency: 'EUR' as const },
      url: '/1.pdf',
      xml_url: '/1.xml',
      buyer_reference: index % 2 === 0 ? 'OBJ-2026/ODDELENIE-VYROBY-A-EXPEDICIE/000118/BA' : null,
    })),
    years: count === 0 ? [] : [{ year: 2026, url: '/2026.zip' }],
    ...more,
  }))
/** The documents of a company on /pre-firmy, and who gets them. */
export const companyDocumentStates = screen('pre-firmy', [
  {
    name: 'documents-one',
    path,
    reader,
    provoked: [withDocuments(1, { recipients: named(2), buyer_reference: 'OBJ-2026-118' })],
    inEveryLook: true,
  },
  { name: 'documents-none', path, reader, provoked: [withDocuments(0)] },
  {
    name: 'documents-2000',
    path,
    reader,
    provoked: [withDocuments(2000, { recipients: named(6) })],
    act: async page => {
      await page.getByRole('button', { name: 'Ďalšie doklady' }).click()
      await page.getByRole('link', { name: 'PDF Faktúra F-2026-001970' }).waitFor()
    },
  },
  {
    name: 'documents-loading',
    path,
    reader,
    loading: true,
    provoked: [waits(documents)],
  },
  { name: 'documents-failed', path, reader, provoked: [fails(documents)] },
  {
    name: 'recipient-refused',
    path,
    reader,
    provoked: [
      withDocuments(1, { recipients: named(2) }),
      refuses(recipients, 'POST', 422, { key: 'document_recipient_stopped', field: 'email' }),
    ],
    act: async page => {
      await page.getByLabel(/^E.mail na doklady$/).fill('doklady1@example.com')
      await page.getByRole('button', { name: 'Posielať doklady' }).click()
      await page.getByText('zapnúť sa dá len').waitFor()
    },
  },
  {
    name: 'recipient-removing',
    path,
    reader,
    provoked: [withDocuments(1, { recipients: named(2) })],
    act: async page => {
      await page.getByRole('button', { name: `Odstrániť ${longAddress}` }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
])
