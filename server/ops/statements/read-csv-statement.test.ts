import { expect, test } from 'vitest'
import { testAccount } from '#server/testing/make/statement.ts'
import { readCents, readWrittenCents } from './read-amount.ts'
import { readStatementFile } from './read-statement-file.ts'
import { StatementError } from './statement-error.ts'

const read = (text: string | Uint8Array, account?: string) =>
  readStatementFile(Buffer.from(text), { account })
const faultOf = (text: string, account?: string) =>
  read(text, account).then(
    () => 'taken',
    (error: unknown) => (error instanceof StatementError ? error.message : String(error)),
  )

const entry = {
  reference: 'A1',
  bookedOn: '2026-11-21',
  amountCents: 8990,
  currency: 'EUR',
  isDebit: false,
  isReversal: false,
  variableSymbol: '9000000001',
  payerName: 'Ján Šťastný',
  payerAccount: 'SK0809000000000123123123',
  message: 'Predplatné; rok',
}

test('R1.24 a table of entries is read by the names of its columns, with commas or semicolons', async () => {
  const english = `account,reference,date,amount,currency,variable_symbol,payer,payer_account,message
${testAccount},A1,2026-11-21,89.90,EUR,9000000001,Ján Šťastný,SK08 0900 0000 0001 2312 3123,Predplatné; rok`
  const slovak = `Účet;Referencia;Dátum;Suma;Mena;VS;Protistrana;Účet protistrany;Správa;Zostatok\r
${testAccount};A1;21. 11. 2026;"89,90";EUR;09000000001;Ján Šťastný;SK08 0900 0000 0001 2312 3123;"Predplatné; rok";1000,00\r
`.replace('09000000001', '9000000001')
  for (const text of [english, `\ufeff${slovak}`]) {
    expect((await read(text)).statements).toEqual([{ account: testAccount, reference: '', entries: [entry] }])
  }
  const bytes = new Map([
    ['š', 0x9a],
    ['Š', 0x8a],
    ['ť', 0x9d],
    ['á', 0xe1],
    ['é', 0xe9],
    ['ý', 0xfd],
    ['Ú', 0xda],
    ['č', 0xe8],
  ])
  const windows1250 = Uint8Array.from(slovak, letter => bytes.get(letter) ?? letter.charCodeAt(0))
  expect((await read(windows1250)).statements[0]?.entries).toEqual([entry])
})

test('what went from the account is negative and names nobody; a reversal says so', async () => {
  const { statements } = await read(
    'reference;date;amount;payer;message;storno\nA;2026-11-21;-1 200,00;Ján Novák;mzda;\nB;2026-11-21;5;;VS 12;áno\n',
    testAccount,
  )
  expect(statements[0]?.entries).toMatchObject([
    { amountCents: 120_000, isDebit: true, payerName: null, message: null },
    { amountCents: 500, isDebit: false, isReversal: true, variableSymbol: '12' },
  ])
})

test.each([
  ['no account', 'reference;date;amount\nA;2026-11-21;1\n', undefined, /line 1: no column says whose/],
  [
    'no column for the sum',
    'reference;date\nA;2026-11-21\n',
    testAccount,
    /line 1: the column "amount" is missing/,
  ],
  [
    'no reference',
    'reference;date;amount\nA;2026-11-21;1\n;2026-11-21;1\n',
    testAccount,
    /line 3: "reference" is empty/,
  ],
  [
    'a sum in words',
    'reference;date;amount\nA;2026-11-21;sto\n',
    testAccount,
    /line 2: "amount" is no amount/,
  ],
  ['a day of the year 0', 'reference;date;amount\nA;0000-01-01;1\n', testAccount, /line 2: "date" is no day/],
  ['a day that is none', 'reference;date;amount\nA;31.2.2026;1\n', testAccount, /line 2: "date" is no day/],
  [
    'a currency that is none',
    'reference;date;amount;mena\nA;1.2.2026;1;euro\n',
    testAccount,
    /line 2: "currency" is none/,
  ],
  [
    'an open quotation mark',
    'reference;date;amount\n"A;1.2.2026;1\n',
    testAccount,
    /:2: the row does not end/,
  ],
  ['nothing', '', testAccount, /column "reference", "date", "amount" is missing/],
])('a table with %s is refused with the line', async (_name, text, account, sentence) => {
  expect(await faultOf(text, account)).toMatch(sentence)
})

test.each([
  ['89,90', 8990],
  ['89.9', 8990],
  ['1 234,50', 123_450],
  ['1\u00a0234,50', 123_450],
  ['12.345.678,90', 1_234_567_890],
  ['-5', -500],
  ['\u22125,00', -500],
  ['+5', 500],
  ['-0,00', 0],
  ['1.234', undefined],
  ['1,230', undefined],
  ['0,001', undefined],
  ['', undefined],
  ['99999999999', undefined],
  ['1e3', undefined],
])('a written amount of %s is %s cents', (text, cents) => expect(readWrittenCents(text)).toBe(cents))

test.each([
  ['89.90', 8990],
  ['89.90000', 8990],
  ['89', 8900],
  ['89.901', undefined],
  ['89,90', undefined],
  ['-1', undefined],
])('an amount of %s in XML is %s cents', (text, cents) => expect(readCents(text)).toBe(cents))
