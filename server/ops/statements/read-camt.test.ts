import { describe, expect, test } from 'vitest'
import { makeCamt, testAccount } from '#server/testing/make/statement.ts'
import { readStatementFile } from './read-statement-file.ts'
import { StatementError } from './statement-error.ts'

const read = (text: string) => readStatementFile(Buffer.from(text))
const entriesOf = async (text: string) => (await read(text)).statements[0]?.entries ?? []
const faultOf = (text: string | Uint8Array) =>
  readStatementFile(Buffer.from(text)).then(
    () => 'taken',
    (error: unknown) => (error instanceof StatementError ? error.message : String(error)),
  )

describe('a statement in CAMT.053', () => {
  test.each(['02', '08'])('of version %s is read with all that an entry says', async version => {
    const { statements, notBooked } = await read(
      makeCamt(
        [
          { amount: '89.90', symbol: '9000000001', reference: 'REF-1', message: 'Predplatné & viac' },
          { amount: '12', direction: 'DBIT', reference: 'REF-2', message: 'Mzda Novák', payer: 'Denník' },
          { amount: '5.5', reference: 'REF-3', status: 'PDNG' },
        ],
        { version },
      ),
    )
    expect(notBooked).toBe(1)
    expect(statements).toEqual([
      {
        account: testAccount,
        reference: 'VYPIS-2026-325',
        entries: [
          {
            reference: 'REF-1',
            bookedOn: '2026-11-20',
            amountCents: 8990,
            currency: 'EUR',
            isDebit: false,
            isReversal: false,
            variableSymbol: '9000000001',
            payerName: 'Jana Nováková',
            payerAccount: 'SK0809000000000123123123',
            message: 'Predplatné & viac',
          },
          // No data of the recipients of the publisher's own payments.
          expect.objectContaining({ isDebit: true, amountCents: 1200, payerName: null, message: null }),
        ],
      },
    ])
  })

  test('its elements may bear a prefix, and the file a mark and another encoding', async () => {
    const prefixed = makeCamt([{ amount: '1.00', symbol: '7' }])
      .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
      .replace('xmlns=', 'xmlns:n=')
    expect(await entriesOf(`\ufeff${prefixed}`)).toMatchObject([{ variableSymbol: '7' }])
    const utf16 = Buffer.from(`\ufeff${makeCamt([{ amount: '1.00', symbol: '7' }])}`, 'utf16le')
    expect((await readStatementFile(utf16)).statements[0]?.entries).toMatchObject([
      { payerName: 'Jana Nováková' },
    ])
    const czech = makeCamt([{ amount: '1.00', payer: 'PAYER' }]).replace('UTF-8', 'windows-1250')
    const bytes = Buffer.concat(
      czech
        .split('PAYER')
        .flatMap((part, index) => [...(index ? [Buffer.from([0x8a, 0x9d])] : []), Buffer.from(part)]),
    )
    expect((await readStatementFile(bytes)).statements[0]?.entries).toMatchObject([{ payerName: 'Šť' }])
  })

  test.each([
    ['the reference of the payment', { symbol: '0000123' }, '123'],
    [
      'all three symbols in another order',
      { details: '<TxDtls><Refs><EndToEndId>/SS1/KS0308/VS42</EndToEndId></Refs></TxDtls>' },
      '42',
    ],
    ['what was written to the receiver', { message: 'predplatne VS: 9000000007, dakujem' }, '9000000007'],
    ['a message that is nothing but digits', { message: ' 9000000007 ' }, '9000000007'],
    ['in words', { message: 'variabilný symbol 12' }, '12'],
    [
      'a structured reference',
      { details: '<TxDtls><RmtInf><Strd><CdtrRefInf><Ref>VS77</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>' },
      '77',
    ],
    ['a number that is too long for one', { message: 'VS12345678901' }, null],
    ['empty symbols', { symbol: '' }, null],
    ['nothing but zeros', { symbol: '0000000000' }, null],
    ['letters that only end in VS', { message: 'TVS 12' }, null],
  ])('R1.24 the variable symbol is found: %s', async (_where, entry, symbol) => {
    expect(await entriesOf(makeCamt([{ amount: '1', ...entry }]))).toMatchObject([{ variableSymbol: symbol }])
  })

  test('an entry of several transfers is read as those when they add up, else as one without a symbol', async () => {
    const part = (symbol: string, amount: string) =>
      `<TxDtls><Refs><EndToEndId>/VS${symbol}/SS/KS</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
    const details = part('1', '10.00') + part('2', '20.00')
    expect(await entriesOf(makeCamt([{ amount: '30.00', reference: 'R', details }]))).toMatchObject([
      { reference: 'R/1', amountCents: 1000, variableSymbol: '1' },
      { reference: 'R/2', amountCents: 2000, variableSymbol: '2' },
    ])
    expect(await entriesOf(makeCamt([{ amount: '31.00', reference: 'R', details }]))).toMatchObject([
      { reference: 'R', amountCents: 3100, variableSymbol: null },
    ])
  })

  test('reversals and returns are told apart, and an entry without a reference is known by its place', async () => {
    expect(
      await entriesOf(
        makeCamt([
          { amount: '1', extra: '<RvslInd>true</RvslInd>' },
          { amount: '1', details: '<TxDtls><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>' },
          { amount: '1', reference: 'NOTPROVIDED' },
        ]),
      ),
    ).toMatchObject([
      { isReversal: true, reference: 'VYPIS-2026-325/1' },
      { isReversal: true, reference: 'VYPIS-2026-325/2' },
      { isReversal: false, reference: 'VYPIS-2026-325/3' },
    ])
  })

  test.each([
    ['2026-11-30T23:30:00Z', '2026-12-01'],
    ['2026-11-30T23:30:00.000+00:00', '2026-12-01'],
    ['2026-11-30T23:30:00+01:00', '2026-11-30'],
    ['2026-11-30T23:30:00', '2026-11-30'],
  ])('R1.24 an entry that was booked at %s is of %s', async (time, bookedOn) => {
    const timed = makeCamt([{ amount: '1' }]).replaceAll(
      /(<BookgDt>).*?(<\/BookgDt>)/g,
      `$1<DtTm>${time}</DtTm>$2`,
    )
    expect(await entriesOf(timed)).toMatchObject([{ bookedOn }])
  })

  test('several statements of several accounts are kept apart', async () => {
    const [one, two] = [
      makeCamt([{ amount: '1' }]),
      makeCamt([{ amount: '2' }], { account: 'SK99', reference: 'B' }),
    ]
    const second = two.slice(two.indexOf('<Stmt>'), two.indexOf('</BkToCstmrStmt>'))
    const { statements } = await read(one.replace('</BkToCstmrStmt>', `${second}</BkToCstmrStmt>`))
    expect(statements.map(({ account, entries }) => [account, entries[0]?.amountCents])).toEqual([
      [testAccount, 100],
      ['SK99', 200],
    ])
  })
})

describe('R17.01 what is no statement is refused with its place', () => {
  const good = makeCamt([{ amount: '1.00' }, { amount: '2.00' }])
  test.each([
    ['another version', good.replace('001.02', '001.04'), /camt\.053\.001\.04.*camt\.053\.001\.02/],
    ['another document', '<html><body/></html>', /no statement/],
    ['an amount in words', good.replace('>2.00<', '>two<'), /line \d+, entry 2: the amount/],
    ['fractions of cents', good.replace('>2.00<', '>2.001<'), /entry 2: the amount/],
    ['no currency', good.replace('<Amt Ccy="EUR">2.00', '<Amt>2.00'), /entry 2: .*currency/],
    [
      'no direction',
      good.replace(/<CdtDbtInd>CRDT<\/CdtDbtInd>(?![\s\S]*CdtDbtInd)/, ''),
      /entry 2: .*direction/,
    ],
    ['a day of the year 0', good.replaceAll('2026-11-20', '0000-11-20'), /entry 1: the day/],
    ['no day', good.replaceAll('2026-11-20', '2026-13-20'), /entry 1: the day/],
    ['no account', good.replace(/<Acct>.*<\/Acct>/, ''), /names no account/],
    ['cut off in the middle', good.slice(0, -60), /well-formed/],
    [
      'an entity of its own',
      good.replace('?>', '?>\n<!DOCTYPE Document [<!ENTITY a "b">]>').replace('1.00', '&a;'),
      /line 2: a document type/,
    ],
    [
      'a billion laughs',
      `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i ? i - 1 : ''};`.repeat(10)}">`).join('')}]><Document>&a8;</Document>`,
      /document type/,
    ],
    ['a file of the machine', '<!DOCTYPE d SYSTEM "file:///etc/passwd"><Document/>', /document type/],
    ['an entity that nobody declared', good.replace('1.00', '&nbsp;'), /well-formed/],
    [
      'deep nesting',
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Ntry>${'<a>'.repeat(100)}`,
      /nested deeper/,
    ],
    [
      'attributes without an end',
      good.replace('<Stmt>', `<Stmt ${Array.from({ length: 1000 }, (_, i) => `a${i}="1"`).join(' ')}>`),
      /more attributes/,
    ],
    ['an entry without an end', good.replace('Nováková', 'x'.repeat(1_200_000)), /larger than any entry/],
    ['a spreadsheet', 'PK\u0003\u0004....', /spreadsheet/],
    ['another encoding', good.replace('UTF-8', 'EBCDIC'), /encoding EBCDIC/],
  ])('%s', async (_name, text, sentence) => {
    expect(await faultOf(text)).toMatch(sentence)
  })
})
