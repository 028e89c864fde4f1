import { beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#contract/companies/companies.ts'
import { csvEmails } from '#contract/companies/csv-emails.ts'
import { compileCatalogue } from '#web/build/catalogue-plugin.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { accessesCsv, csvCell } from './access-csv.ts'
import { sortOf, stateFilterOf } from './filter-accesses.ts'

const access = (email: string, changes: Partial<Access> = {}): Access => ({
  id: 1,
  email,
  reader_email: null,
  erased: false,
  state: 'waiting',
  invited_at: '2026-11-17T23:30:00Z',
  active_from: null,
  deactivated_at: null,
  activation_url: 'https://login.example/login/invitation/x',
  link_sent_at: null,
  link_expires_at: '2026-12-17T23:30:00Z',
  last_used_on: null,
  ...changes,
})
const all = [
  access('anna@firma.sk'),
  access('boris@firma.sk', {
    state: 'active',
    active_from: '2026-11-18T10:00:00Z',
    activation_url: null,
    reader_email: 'boris@doma.sk',
  }),
  access('cyril@inde.sk', {
    state: 'deactivated',
    deactivated_at: '2026-11-19T10:00:00Z',
    activation_url: null,
  }),
]
beforeAll(() => activate('sk', compileCatalogue('locales/sk')))

describe('R1.16 the list of accesses', () => {
  test('takes its state and order from the address, if they are there', () => {
    expect(['active', 'nonsense', null].map(stateFilterOf)).toEqual(['active', 'all', 'all'])
    expect(['unused', 'nonsense', null].map(sortOf)).toEqual(['unused', 'email', 'email'])
  })

  test('is a table for spreadsheets, with days where the publisher is', () => {
    expect(accessesCsv(all).split('\r\n')).toEqual([
      '\ufeffE-mail;Stav;Pozvanie;Číta od;Číta účet;Deaktivácia;Odkaz',
      'anna@firma.sk;čaká na prijatie;2026-11-18;;;;https://login.example/login/invitation/x',
      'boris@firma.sk;číta;2026-11-18;2026-11-18;boris@doma.sk;;',
      'cyril@inde.sk;deaktivovaný prístup;2026-11-18;;;2026-11-19;',
      '',
    ])
  })

  test.each(['=1+1', '+anna@firma.sk', '-anna@firma.sk', '@SUM(A1)', '\t=1', '\r=1'])(
    'a cell that begins like a formula does nothing in a spreadsheet: %j',
    text => expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/),
  )

  test('what a cell holds does not leave it', () => {
    expect(csvCell('=HYPERLINK("http://x";"y")')).toBe('"\'=HYPERLINK(""http://x"";""y"")"')
  })

  test('can be read back as it was', () => {
    const odd = [access('+anna@firma.sk'), access('=boris@firma.sk')]
    expect(csvEmails(new TextEncoder().encode(accessesCsv(odd)))).toEqual({
      emails: ['', '+anna@firma.sk', '=boris@firma.sk'],
    })
  })
})
