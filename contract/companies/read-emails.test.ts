import { describe, expect, test } from 'vitest'
import { csvEmails } from './csv-emails.ts'
import { pastedEmails } from './pasted-emails.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const list = ['anna@firma.sk', 'boris@firma.sk']

/** Encodes Windows-1250, for the letters used here. */
const windows1250 = (text: string) =>
  Uint8Array.from(text, letter => ({ á: 0xe1, ž: 0x9e, č: 0xe8 })[letter] ?? letter.charCodeAt(0))
const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...Array.from(text, letter => [letter.charCodeAt(0) & 255, 0]).flat()])

describe('R1.16 addresses are read from a CSV file', () => {
  test.each<[string, Uint8Array]>([
    ['with one column and no header', utf8('anna@firma.sk\nboris@firma.sk\n')],
    ['with semicolons', utf8('Meno;E-mail;Oddelenie\nAnna;anna@firma.sk;IT\nBoris;boris@firma.sk;HR\n')],
    ['with commas and quotes', utf8('"Nováková, Anna","anna@firma.sk"\n"Malý, Boris","boris@firma.sk"')],
    ['with tabs', utf8('name\temail\nAnna\tanna@firma.sk\nBoris\tboris@firma.sk')],
    ['with the mark of UTF-8', utf8('\ufeffE-mailová adresa\r\nanna@firma.sk\r\nboris@firma.sk\r\n')],
    [
      'in Windows-1250',
      windows1250('Priezvisko;E-mailová adresa\nžáková;anna@firma.sk\nžáčik;boris@firma.sk'),
    ],
    ['in UTF-16, as "Unicode text"', utf16('Meno\tE-mail\nAnna\tanna@firma.sk\nBoris\tboris@firma.sk')],
    ['with a header of another name', utf8('Kolega,Kontakt\nAnna,anna@firma.sk\nBoris,boris@firma.sk')],
    [
      'with an address of the post before',
      utf8('Meno;Adresa;E-mail\nA;Nová 1;anna@firma.sk\nB;;boris@firma.sk'),
    ],
    [
      'with a contact and an address of the post',
      utf8('Adresa,Kontakt\nNová 1,anna@firma.sk\n,boris@firma.sk'),
    ],
    ['with empty rows and cells', utf8('e-mail\n\n anna@firma.sk \n;\n\nboris@firma.sk\n\n')],
    ['with a line break inside a cell', utf8('"po\nznámka";anna@firma.sk\n"x";boris@firma.sk')],
    ['with a quote inside a cell', utf8('disk;mail\n5" disk;anna@firma.sk\n"3"" disk"; "boris@firma.sk"\n')],
    ['with a shorter row', utf8('meno;mail\nAnna;anna@firma.sk\nCyril\nBoris;boris@firma.sk')],
  ])('%s', (_, bytes) => {
    const read = csvEmails(bytes)
    expect('emails' in read && read.emails.filter(each => each !== '')).toEqual(list)
  })

  test.each<[string, string, (string | undefined)[]]>([
    ['that is none, below its heading', 'Meno;E-mail\nAnna;zle', ['', 'zle']],
    ['below a heading', 'E-mail\r\nanna@firma.sk\r\nboris@firma.sk', ['', ...list]],
    [
      'behind empty rows',
      '\n\nanna@firma.sk\n;\nboris@firma.sk\n\n',
      ['', '', 'anna@firma.sk', '', 'boris@firma.sk'],
    ],
    [
      'behind a cell of two lines',
      '"po\nznámka";anna@firma.sk\n"x";boris@firma.sk',
      ['anna@firma.sk', '', 'boris@firma.sk'],
    ],
  ])('each at the place of its line: %s', (_, text, emails) => {
    expect(csvEmails(utf8(text))).toEqual({ emails })
  })

  test('the apostrophe of our export against formula injection is removed', () => {
    expect(csvEmails(utf8("E-mail;Stav\n'+anna@firma.sk;čaká\n'-b@firma.sk;čaká\n"))).toEqual({
      emails: ['', '+anna@firma.sk', '-b@firma.sk'],
    })
  })

  test.each<[string, Uint8Array, string]>([
    ['an Excel workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]), 'company_csv_is_spreadsheet'],
    ['an older Excel workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), 'company_csv_is_spreadsheet'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'company_csv_not_text'],
    ['a list without addresses', utf8('meno;priezvisko\nAnna;Nováková'), 'company_csv_without_emails'],
    ['an empty file', utf8(''), 'company_csv_without_emails'],
    ['a header alone', utf8('e-mail\n'), 'company_csv_without_emails'],
  ])('%s is refused by its name', (_, bytes, fault) => {
    expect(csvEmails(bytes)).toEqual({ fault })
  })
})

test.each([
  ['anna@firma.sk\nboris@firma.sk', list],
  ['anna@firma.sk, boris@firma.sk;', list],
  ['Anna Nováková <anna@firma.sk>; "Malý, Boris" <boris@firma.sk>', list],
  ['  mailto:anna@firma.sk   boris@firma.sk.', list],
  ['anna@firma.sk\n\nBoris Malý\n', ['anna@firma.sk', 'Boris Malý']],
  ['', []],
])('R1.16 a pasted %j gives its addresses', (text, emails) => {
  expect(pastedEmails(text).map(({ email }) => email)).toEqual(emails)
})
