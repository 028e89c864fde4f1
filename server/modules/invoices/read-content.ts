import * as z from 'zod'
import { DocumentContent, DocumentLine, Supplier } from './document-content.ts'
import { words } from './draw-document/words.ts'

const Known = DocumentContent.omit({ period: true, orderNumber: true })

/** How documents were stored before they were data: the buyer as printed, one item, sums by rate only. */
const FormerContent = Known.omit({ lines: true }).extend({
  supplier: Supplier.omit({ zip: true, country: true, iban: true, endpointScheme: true }),
  buyer: z.object({
    lines: z.array(z.string()),
    companyId: z.string().nullable(),
    taxId: z.string().nullable(),
    vatId: z.string().nullable(),
    email: z.string(),
  }),
  item: z.string(),
  vat: z.array(DocumentLine.omit({ name: true, quantity: true })),
  corrects: z.string().nullable(),
})

const Stored = z.union([DocumentContent, FormerContent.transform(toContent)])

/**
 * What a stored document says, in whichever form it was stored.
 *
 * @throws z.ZodError for anything that is no document
 */
export const readContent = (stored: unknown): DocumentContent => Stored.parse(stored)

function toContent({
  item,
  vat,
  supplier,
  buyer,
  corrects,
  ...rest
}: z.infer<typeof FormerContent>): DocumentContent {
  const { lines: printed, ...numbers } = buyer
  const name = words[rest.locale].item.replace('{name}', item)
  return {
    ...rest,
    supplier: { ...supplier, zip: null, country: supplier.vatId.slice(0, 2), iban: '', endpointScheme: '' },
    buyer: { ...numbers, company: null, person: null, address: null, reference: null, printed },
    lines: vat.map(line => ({ ...line, name, quantity: 1 })),
    period: null,
    orderNumber: null,
    corrects: corrects === null ? null : { number: corrects, issuedOn: null },
  }
}
