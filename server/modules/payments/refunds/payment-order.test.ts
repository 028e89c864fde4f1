import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderVersions, writePaymentOrder } from './payment-order.ts'

/** The elements in the order that the schemas of pain.001.001.03 and .09 prescribe, as far as they are used here. */
const header = 'Document CstmrCdtTrfInitn GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty Nm'
const payment =
  'PmtInf PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf SvcLvl Cd ReqdExctnDt Dbtr Nm DbtrAcct Id IBAN DbtrAgt FinInstnId Othr Id ChrgBr'
const transfer = 'CdtTrfTxInf PmtId EndToEndId Amt InstdAmt Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd'

/** Restrictions of the types (Max35Text, Max70Text, Max140Text, the amount) and of EPC217-08 (characters). */
const patterns = {
  MsgId: /^[\w-]{1,35}$/,
  EndToEndId: /^[\w/]{1,35}$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: /^\d{1,15}\.\d\d$/,
  InstdAmt: /^\d{1,9}\.\d\d$/,
  Nm: /^(?! )[A-Za-z0-9/?:().,'+ -]{1,70}(?<! )$/,
  Ustrd: /^[A-Za-z0-9/?:().,'+ -]{1,140}$/,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
}

const iban = 'SK3112000000198742637541'
const one = fc.record({
  refundId: fc.integer({ min: 1, max: 2_147_483_647 }),
  amountCents: fc.integer({ min: 1, max: 2_147_483_647 }),
  recipient: fc.string({ unit: 'grapheme', maxLength: 100 }),
  iban: fc.constant(iban),
  variableSymbol: fc.option(fc.constant('1000000001')),
  message: fc.string({ unit: 'grapheme', maxLength: 200 }),
})

test('R11.06 a payment order has the elements, lengths and characters that its schema and SEPA allow, and adds up', () => {
  const given = [fc.constantFrom(...orderVersions), fc.array(one, { minLength: 1, maxLength: 4 })] as const
  fc.assert(
    fc.property(...given, (version, transfers) => {
      const xml = writePaymentOrder({
        version,
        messageId: 'REFUNDS-1774000000000-0f1e2d3c4b5a',
        createdAt: Temporal.Instant.from('2027-03-01T09:00:00.123Z'),
        debtor: { name: 'Vydavateľstvo Denník, a. s. & spol.', iban },
        transfers,
      })
      const day = version === '09' ? payment.replace('ReqdExctnDt', 'ReqdExctnDt Dt') : payment
      const wanted = [header, day, ...transfers.map(() => transfer)].join(' ')
      expect([...xml.matchAll(/<(\w+)/g)].map(([, name]) => name).join(' ')).toBe(wanted)
      for (const [name, pattern] of Object.entries(patterns)) {
        const texts = [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)<`, 'g'))].map(([, text]) => text)
        expect(texts).not.toEqual([])
        // As XML writes an apostrophe.
        for (const text of texts) expect(text?.replace(/&(apos|#39);/g, "'")).toMatch(pattern)
      }
      const cents = transfers.reduce((sum, each) => sum + each.amountCents, 0)
      expect(xml.split(`<CtrlSum>${(cents / 100).toFixed(2)}</CtrlSum>`)).toHaveLength(3)
      expect(xml.split(`<NbOfTxs>${transfers.length}</NbOfTxs>`)).toHaveLength(3)
    }),
  )
})
