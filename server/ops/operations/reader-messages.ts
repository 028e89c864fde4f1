import { and, eq, gte } from 'drizzle-orm'
import * as z from 'zod'
import { listDocuments, listDocumentsOfPayments } from '#server/modules/invoices/index.ts'
import { listMessagesTo, sendMail } from '#server/modules/outbox/index.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { formatMoney } from '#server/platform/texts/format.ts'
import { Id, Instant, pageOf } from '../fields.ts'
import { aboutReader, defineRead, defineWrite, refusal } from '../operation.ts'
import { requireReader } from './change-reader.ts'
import { MessageView, PaymentView, paymentsOf } from './describe-reader.ts'

const id = Id.describe('the reader')
const document = { number: z.string().max(30).describe('as printed on it, e.g. F-2026-000214') }

/** A document is not mailed again within this time: it is on its way. */
const pauseMinutes = 10

/** What a reader was sent and has paid, and a document once more. */
export const readerMessageOperations = [
  defineRead({
    name: 'readers messages',
    summary: 'Lists the mails and text messages to a reader with their fate, newest first.',
    http: { method: 'GET', path: '/readers/:id/messages' },
    scope: 'readers:read',
    input: z.object({ id, ...pageOf('messages') }),
    output: z.object({ items: z.array(MessageView) }),
    run: async ({ db }, { id: userId, ...page }) => ({
      answer: { items: (await listMessagesTo(db, userId, page)).map(inSnakeCase) },
      ...aboutReader(userId),
    }),
  }),

  defineRead({
    name: 'readers payments',
    summary: 'Lists a reader’s payments with the numbers of their documents, newest first.',
    http: { method: 'GET', path: '/readers/:id/payments' },
    scope: 'readers:read',
    input: z.object({ id, ...pageOf('payments') }),
    output: z.object({ items: z.array(PaymentView.extend({ documents: z.array(z.string()) })) }),
    run: async ({ db }, { id: userId, ...page }) => {
      const payments = await paymentsOf(db, userId, page)
      const ids = payments.map(each => each.id)
      const documents = await listDocumentsOfPayments({ db }, ids, () => '')
      const numbersOf = (paymentId: number) =>
        documents
          .filter(({ document }) => document.payment_id === paymentId)
          .map(({ document }) => document.number)
      return {
        answer: { items: payments.map(each => ({ ...each, documents: numbersOf(each.id) })) },
        ...aboutReader(userId),
      }
    },
  }),

  defineWrite({
    name: 'readers resend-document',
    summary: 'Mails a reader one of the own documents again, as a file.',
    http: { method: 'POST', path: '/readers/:id/documents/:number/send' },
    scope: 'readers:write',
    refusals: ['user_not_found', 'not_found'],
    input: z.object({ id, ...document }),
    output: z.object({ id: Id, ...document, queued_at: Instant }),
    run: async ({ tx, ...deps }, { id, number }) => {
      const reader = await requireReader(tx, id)
      const found = (await listDocuments(deps, { userId: id })).find(each => each.number === number)
      if (!found) throw new AppError({ key: 'not_found', field: 'number' })
      const topic = `document:${found.id}`
      const now = deps.clock.now()
      const [sentLately] = await tx
        .select({ id: outboxMessages.id })
        .from(outboxMessages)
        .where(
          and(
            eq(outboxMessages.userId, id),
            eq(outboxMessages.topic, topic),
            gte(outboxMessages.createdAt, now.subtract({ minutes: pauseMinutes })),
          ),
        )
      if (sentLately) throw refusal(`It was mailed less than ${pauseMinutes} minutes ago.`)
      const mail = {
        to: reader.email,
        locale: reader.locale,
        template: 'document_sent' as const,
        values: { number, price: formatMoney(reader.locale, found.price.amount) },
        link: `${deps.settings.origins.account}/predplatne`,
        files: [{ kind: 'document_by_id' as const, id: found.id }],
      }
      await sendMail(tx, deps, mail, { topic })
      const sent = { number, queued_at: now.toString() }
      return { answer: { id, ...sent }, ...aboutReader(id), before: null, after: sent }
    },
  }),
]
