import type { Issued } from '#server/modules/invoices/index.ts'
import { sendMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatMoney } from '#server/platform/texts/format.ts'
import { documentsLink, topicOf } from './document-recipient.ts'
import { findRecipientsOfPayments } from './store.ts'

/**
 * Mails each new document of a company to the addresses that its administrator named, each on its own (R12.04). The files
 * are made when it is sent (decision 061).
 *
 * @returns what is called in the transaction that makes the documents
 */
export const mailDocuments =
  (deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>) =>
  async (tx: Tx, issued: readonly Issued[]): Promise<void> => {
    if (issued.length === 0) return
    const recipients = await findRecipientsOfPayments(
      tx,
      issued.map(({ paymentId }) => paymentId),
    )
    const mails = issued.flatMap(document =>
      recipients
        .filter(each => each.payment_id === document.paymentId)
        .map(({ id, email, locale, company }) => ({
          mail: {
            to: email,
            locale,
            template: 'company_document' as const,
            values: {
              company,
              kind: document.kind,
              number: document.number,
              price: formatMoney(locale, document.amountCents),
              hasXml: document.isEInvoice ? 'yes' : 'no',
            },
            link: documentsLink(deps, id),
            files: [{ kind: 'document_by_id' as const, id: document.id }],
          },
          topic: topicOf(id),
        })),
    )
    await sendMails(tx, deps, mails)
  }
