import { setImmediate as letOthersRun } from 'node:timers/promises'
import { csvEncoding } from '#contract/companies/csv-text.ts'
import type { Statement, StatementEntry } from '#server/modules/bank-transfers/index.ts'
import { type ReadStatements, readCamt } from './read-camt.ts'
import { readCsvStatement } from './read-csv-statement.ts'
import { StatementError } from './statement-error.ts'
import { decodeInPieces } from './text-pieces.ts'

/** Longest text, in characters. PostgreSQL stores no zero character, which no bank's text contains anyway. */
const longest = { reference: 200, account: 60, name: 300, message: 1000 }
/** Entries in one turn of the event loop. */
const inOneTurn = 1000

/**
 * Parses a bank's statement: detects CAMT.053 or CSV.
 *
 * @param bytes the file
 * @param options.account whose entries a CSV holds, when no column says it
 * @throws StatementError naming line and entry of what can't be read, or when it holds too many
 */
export async function readStatementFile(
  bytes: Uint8Array,
  options: { account?: string | undefined } = {},
): Promise<ReadStatements> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const isXml = /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*</.test(start)
  const read = isXml
    ? await readCamt(xmlPieces(bytes, start))
    : { statements: await readCsvStatement(tablePieces(bytes), options), notBooked: 0 }
  const statements: Statement[] = []
  for (const each of read.statements) statements.push(await shorten(each))
  return { ...read, statements }
}

async function* xmlPieces(bytes: Uint8Array, start: string): AsyncGenerator<string> {
  const declared = /^[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(start.replaceAll('\0', ''))?.[1] ?? 'utf-8'
  const mark = start.charCodeAt(0)
  const encoding = mark === 0xff ? 'utf-16le' : mark === 0xfe ? 'utf-16be' : declared.toLowerCase()
  if (!['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'iso-8859-2', 'us-ascii'].includes(encoding)) {
    throw new StatementError('line 1', `the encoding ${declared} is not read; export the statement as UTF-8.`)
  }
  try {
    yield* decodeInPieces(bytes, encoding, { fatal: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new StatementError('line 1', `the file is not ${declared}, though it says so; export it again.`)
  }
}

function tablePieces(bytes: Uint8Array): AsyncGenerator<string> {
  const read = csvEncoding(bytes)
  if ('encoding' in read) return decodeInPieces(bytes, read.encoding, { fatal: false })
  throw new StatementError('', 'the file is neither XML nor CSV; save the spreadsheet as CSV.')
}

/** An overlong text is truncated, never refused: it is only for people to read. */
async function shorten({ account, reference, entries }: Statement): Promise<Statement> {
  const shortened: StatementEntry[] = []
  for (const entry of entries) {
    if (shortened.length % inOneTurn === inOneTurn - 1) await letOthersRun()
    shortened.push({
      ...entry,
      reference: cut(entry.reference, longest.reference),
      payerName: entry.payerName && cut(entry.payerName, longest.name),
      payerAccount: entry.payerAccount && cut(entry.payerAccount, longest.account),
      message: entry.message && cut(entry.message, longest.message),
    })
  }
  return {
    account: cut(account, longest.account),
    reference: cut(reference, longest.reference),
    entries: shortened,
  }
}

const cut = (text: string, length: number): string => text.replaceAll('\0', '').slice(0, length)
