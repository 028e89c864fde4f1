import type { Statement, StatementEntry } from '#server/modules/bank-transfers/index.ts'
import { readCents } from './read-amount.ts'
import { readDay } from './read-day.ts'
import { readXmlParts } from './read-xml.ts'
import { countUpTo, StatementError } from './statement-error.ts'
import { findVariableSymbol } from './variable-symbol.ts'
import { elementAt, elementsAt, textAt, type XmlElement } from './xml-element.ts'

const namespaces = ['02', '08'].map(version => `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`)

/** Depth of the parts in Document / BkToCstmrStmt / Stmt / part. */
const partDepth = 4

type OpenStatement = {
  account: string | undefined
  reference: string
  entries: StatementEntry[]
  count: number
}
export type ReadStatements = { statements: Statement[]; notBooked: number }

/**
 * Reads the statements of a CAMT.053 file (ISO 20022, versions 02 and 08), booked entries only. A batch entry
 * of several transfers is split into those, when they add up to it.
 *
 * @param pieces of the file's text
 * @throws StatementError naming line and entry of what can't be read, or when it holds too many
 */
export async function readCamt(pieces: AsyncIterable<string>): Promise<ReadStatements> {
  const found = new Map<XmlElement, OpenStatement>()
  const countEntry = countUpTo('entries')
  const countStatement = countUpTo('statements')
  let notBooked = 0
  let rootIsKnown = false
  for await (const { root, parents, part } of readXmlParts(pieces, partDepth)) {
    if (!rootIsKnown) requireCamt(root)
    rootIsKnown = true
    const parent = parents[2]
    if (parents[1]?.name !== 'BkToCstmrStmt' || parent?.name !== 'Stmt') continue
    if (!found.has(parent)) countStatement()
    const statement = found.get(parent) ?? { account: undefined, reference: '', entries: [], count: 0 }
    found.set(parent, statement)
    if (part.name === 'Id') statement.reference = part.text
    if (part.name === 'Acct') statement.account = textAt(part, 'Id/IBAN', 'Id/Othr/Id')?.replaceAll(' ', '')
    if (part.name !== 'Ntry') continue
    statement.count++
    if (!isBooked(part)) {
      notBooked++
      continue
    }
    for (const entry of readEntry(part, statement)) {
      countEntry()
      statement.entries.push(entry)
    }
  }
  if (found.size === 0)
    throw new StatementError('', 'the file holds no statement (Stmt) of CAMT.053: choose another one.')
  return { statements: [...found].map(([element, statement]) => close(element, statement)), notBooked }
}

function requireCamt({ name, namespace }: { name: string; namespace: string }): void {
  if (name === 'Document' && namespaces.includes(namespace)) return
  const known = namespace.startsWith('urn:iso:std:iso:20022:') ? namespace.split(':').at(-1) : `<${name}>`
  throw new StatementError(
    'line 1',
    `the file is ${known}; export the statement as camt.053.001.02 or camt.053.001.08, or as CSV.`,
  )
}

function close(element: XmlElement, { account, reference, entries }: OpenStatement): Statement {
  if (account === undefined || account === '') {
    throw new StatementError(
      `line ${element.line}`,
      'the statement names no account (Acct/Id); export it again.',
    )
  }
  return { account, reference, entries }
}

/** Pending entries may still not be booked. Version 02 writes the word itself, 08 a code inside. */
const isBooked = (entry: XmlElement): boolean => (textAt(entry, 'Sts/Cd', 'Sts') ?? 'BOOK') === 'BOOK'

function readEntry(entry: XmlElement, statement: OpenStatement): StatementEntry[] {
  const place = `line ${entry.line}, entry ${statement.count}`
  const whole = readMoney(entry, place)
  const bookedOn = dayOf(entry, place)
  const details = elementsAt(entry, 'NtryDtls/TxDtls')
  const reference =
    referenceOf(entry, 'AcctSvcrRef', 'NtryRef') ?? `${statement.reference}/${statement.count}`
  const isDebit = whole.direction === 'DBIT'
  const common = { bookedOn, currency: whole.currency, isDebit }
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '')
  const parts = details.map(detail => partOf(detail, whole.direction))
  const note = textAt(entry, 'AddtlNtryInf') ?? ''
  const sum = parts.reduce<number>((total, cents) => total + (cents ?? Number.NaN), 0)
  if (details.length > 1 && sum === whole.cents) {
    return details.map((detail, index) => ({
      ...common,
      reference: `${reference}/${referenceOf(detail, 'Refs/AcctSvcrRef', 'Refs/TxId') ?? index + 1}`,
      amountCents: parts[index] ?? 0,
      isReversal: isReversal || isReturn(detail),
      ...describe(detail, note, isDebit),
    }))
  }
  const [detail = entry, ...others] = details
  return [
    {
      ...common,
      reference,
      amountCents: whole.cents,
      isReversal: isReversal || isReturn(detail),
      // Several transfers that don't add up can't be split.
      ...(others.length > 0 ? nothingKnown : describe(detail, note, isDebit)),
    },
  ]
}

/** Returned payment: money that the publisher had sent. */
const isReturn = (detail: XmlElement): boolean => elementAt(detail, 'RtrInf') !== undefined

const nothingKnown = { variableSymbol: null, payerName: null, payerAccount: null, message: null }

/** @param note the bank's text for the whole entry */
function describe(detail: XmlElement, note: string, isDebit: boolean) {
  const structured = elementsAt(detail, 'RmtInf/Strd/CdtrRefInf/Ref').map(({ text }) => text)
  const message = elementsAt(detail, 'RmtInf/Ustrd')
    .map(({ text }) => text)
    .join(' ')
    .trim()
  const variableSymbol = findVariableSymbol([
    textAt(detail, 'Refs/EndToEndId') ?? '',
    ...structured,
    message,
    textAt(detail, 'AddtlTxInf') ?? '',
    note,
  ])
  // Data minimization: recipients of the publisher's own payments are not stored.
  if (isDebit) return { ...nothingKnown, variableSymbol }
  return {
    variableSymbol,
    payerName: textAt(detail, 'RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm') ?? null,
    payerAccount: textAt(detail, 'RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id') ?? null,
    message: message === '' ? null : message,
  }
}

function readMoney(entry: XmlElement, place: string) {
  const amount = elementAt(entry, 'Amt')
  const cents = amount && readCents(amount.text)
  if (cents === undefined || cents < 0) {
    throw new StatementError(place, `the amount (Amt) is no amount in cents; export the statement again.`)
  }
  const currency = amount?.attributes['Ccy'] ?? ''
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new StatementError(place, 'the amount names no currency (Ccy); export the statement again.')
  }
  const direction = textAt(entry, 'CdtDbtInd')
  if (direction !== 'CRDT' && direction !== 'DBIT') {
    throw new StatementError(
      place,
      'the direction (CdtDbtInd) must be CRDT or DBIT; export the statement again.',
    )
  }
  return { cents, currency, direction }
}

/** @returns undefined for a transfer without an amount of its own, or in the other direction */
function partOf(detail: XmlElement, entryDirection: string): number | undefined {
  const direction = textAt(detail, 'CdtDbtInd')
  if (direction !== undefined && direction !== entryDirection) return undefined
  const text = textAt(detail, 'Amt', 'AmtDtls/TxAmt/Amt')
  return text === undefined ? undefined : readCents(text)
}

function dayOf(entry: XmlElement, place: string): string {
  const day = readDay(textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? '')
  if (day !== undefined) return day
  throw new StatementError(place, 'the day (BookgDt) is missing or no date; export the statement again.')
}

/** Placeholder of some banks for no reference. */
const referenceOf = (element: XmlElement, ...paths: string[]): string | undefined =>
  paths
    .map(path => textAt(element, path))
    .find(text => text !== undefined && !/^(NOTPROVIDED|0+)$/i.test(text))
