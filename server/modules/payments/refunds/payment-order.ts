import { dayOf } from '#server/platform/clock.ts'
import { sepaText } from '#server/platform/formats/sepa-text.ts'
import { writeXml, type Xml } from '#server/platform/formats/write-xml.ts'

/** Versions of the message that banks take: the older one, and that of the SEPA rulebooks since 2023. */
export const orderVersions = ['09', '03'] as const

export type PaymentOrder = {
  version: (typeof orderVersions)[number]
  /** At most 35 characters; the same id is the same order. */
  messageId: string
  createdAt: Temporal.Instant
  debtor: { name: string; iban: string }
  transfers: readonly {
    refundId: number
    amountCents: number
    recipient: string
    iban: string
    /** Under which the payment came; the bank's statement names the transfer by it. */
    variableSymbol: string | null
    message: string
  }[]
}

/** A payment order for the publisher's bank: an ISO 20022 pain.001 of SEPA credit transfers, each booked by itself. */
export function writePaymentOrder(order: PaymentOrder): string {
  const { version, messageId, createdAt, debtor, transfers } = order
  const sum = transfers.reduce((cents, each) => cents + each.amountCents, 0)
  const totals = { NbOfTxs: String(transfers.length), CtrlSum: euros(sum) }
  const day = dayOf(createdAt).toString()
  const name = sepaText(debtor.name, 70)
  return writeXml({
    Document: {
      '@_xmlns': `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}`,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: createdAt.toString({ smallestUnit: 'second' }),
          ...totals,
          InitgPty: { Nm: name },
        },
        PmtInf: {
          PmtInfId: messageId,
          PmtMtd: 'TRF',
          // Each is an entry of its own in the statement, by which it is known to have arrived.
          BtchBookg: 'false',
          ...totals,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: version === '09' ? { Dt: day } : day,
          Dbtr: { Nm: name },
          DbtrAcct: { Id: { IBAN: debtor.iban } },
          DbtrAgt: { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: transfers.map(transferXml),
        },
      },
    },
  })
}

/** The symbols in the form of the Slovak Banking Association. */
const transferXml = (transfer: PaymentOrder['transfers'][number]): Xml => ({
  PmtId: { EndToEndId: `/VS${transfer.variableSymbol ?? ''}/SS${transfer.refundId}/KS` },
  Amt: { InstdAmt: { '@_Ccy': 'EUR', '#text': euros(transfer.amountCents) } },
  Cdtr: { Nm: sepaText(transfer.recipient, 70) },
  CdtrAcct: { Id: { IBAN: transfer.iban } },
  RmtInf: { Ustrd: sepaText(transfer.message, 140) },
})

const euros = (cents: number): string => (cents / 100).toFixed(2)
