import { XmlDocument } from 'libxml2-wasm'

const common = 'urn:oasis:names:specification:ubl:schema:xsd:Common'
const spaces = { cac: `${common}AggregateComponents-2`, cbc: `${common}BasicComponents-2` }

/** Opens an e-invoice for reading by XPath 1.0. */
export function openEInvoice(xml: string) {
  const document = XmlDocument.fromString(xml)
  const texts = (path: string) => document.find(path, spaces).map(node => node.content)
  const amounts = (path: string) => texts(path).map(cents)
  return {
    texts,
    /** The text at a path, empty where there is none. */
    text: (path: string) => texts(path)[0] ?? '',
    amounts,
    /** Sum of the amounts at a path, in cents. */
    sum: (path: string) => amounts(path).reduce((total, each) => total + each, 0),
  }
}
export type OpenEInvoice = ReturnType<typeof openEInvoice>

const cents = (amount: string): number => Math.round(Number(amount) * 100)
