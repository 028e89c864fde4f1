import { escapeHtml } from '#server/platform/formats/escape-html.ts'

type Entry = {
  amount: string
  currency?: string
  direction?: 'CRDT' | 'DBIT'
  reference?: string
  symbol?: string
  message?: string
  payer?: string
  day?: string
  status?: string
  /** Elements of the entry before its details. */
  extra?: string
  /** Elements of its details, in place of those made from the rest. */
  details?: string
}

export const testAccount = 'SK3112000000198742637541'

/** The columns of a statement as CSV. */
export const csvHeader = 'account;reference;date;amount;variable_symbol;payer;payer_account;message\n'

/** An entry of such a statement, of some 190 bytes. */
export const csvRow = (index: number) =>
  `${testAccount};R${index};2026-11-20;89,90;${8_000_000_001 + index};Jana Šťastná ${index};SK0809000000000123123123;"Predplatné ""${index}"" a dosť dlhá správa pre príjemcu, ktorý ju číta"\n`

/** Rows one after another. */
export const csvRows = (count: number, line = csvRow) =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

/** A statement as banks write it in CAMT.053, of the version 02 or 08. */
export function makeCamt(
  entries: readonly Entry[],
  { version = '02', account = testAccount, reference = 'VYPIS-2026-325' } = {},
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-21T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>${reference}</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${entries.map(entry => entryXml(entry, version)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}

function entryXml(entry: Entry, version: string): string {
  const { currency = 'EUR', direction = 'CRDT', status = 'BOOK', day = '2026-11-20' } = entry
  const name = `<Nm>${escapeHtml(entry.payer ?? 'Jana Nováková')}</Nm>`
  const details = `<TxDtls><Refs><EndToEndId>${entry.symbol === undefined ? 'NOTPROVIDED' : `/VS${entry.symbol}/SS/KS`}</EndToEndId></Refs>
<RltdPties><Dbtr>${version === '08' ? `<Pty>${name}</Pty>` : name}</Dbtr><DbtrAcct><Id><IBAN>SK0809000000000123123123</IBAN></Id></DbtrAcct></RltdPties>
${entry.message === undefined ? '' : `<RmtInf><Ustrd>${escapeHtml(entry.message)}</Ustrd></RmtInf>`}</TxDtls>`
  return `<Ntry><Amt Ccy="${currency}">${entry.amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
<Sts>${version === '08' ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
${entry.reference === undefined ? '' : `<AcctSvcrRef>${entry.reference}</AcctSvcrRef>`}${entry.extra ?? ''}
<NtryDtls>${entry.details ?? details}</NtryDtls></Ntry>`
}
