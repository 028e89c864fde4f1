import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnAddress } from './return-address.ts'

const trusted = ['https://profil.example', 'https://obchod.profil.example:8443']
const fallback = 'https://profil.example/predplatne'
const lead = (url: string | null) => returnAddress(url, trusted, fallback)

describe('R2.26 the reader returns to where the sign-in was asked for', () => {
  test.each([
    ['https://profil.example/faq', 'https://profil.example/faq'],
    ['https://profil.example/e-maily?a=1&b=%20#temy', 'https://profil.example/e-maily?a=1&b=%20#temy'],
    ['https://obchod.profil.example:8443/kosik', 'https://obchod.profil.example:8443/kosik'],
    ['https://profil.example:443/faq', 'https://profil.example/faq'],
    ['HTTPS://PROFIL.EXAMPLE/faq', 'https://profil.example/faq'],
    ['/nastavenia#main-data', 'https://profil.example/nastavenia#main-data'],
    ['//profil.example/faq', 'https://profil.example/faq'],
    // Another address within the query is harmless.
    ['https://profil.example/?url=https://evil.example', 'https://profil.example/?url=https://evil.example'],
    ['/%2F%2Fevil.example', 'https://profil.example/%2F%2Fevil.example'],
    ['/predplatne/@evil.example', 'https://profil.example/predplatne/@evil.example'],
  ])('%s', (url, expected) => {
    expect(lead(url)).toBe(expected)
  })
})

describe('a foreign address is never followed (open redirect)', () => {
  test.each([
    [null],
    [''],
    ['/'.repeat(2) + 'evil.example'],
    ['///evil.example'],
    ['////evil.example'],
    ['/\\evil.example'],
    ['\\/evil.example'],
    ['\\\\evil.example'],
    ['https://evil.example'],
    ['https://evil.example/https://profil.example'],
    ['https:evil.example'],
    ['https:/evil.example'],
    ['https:\\\\evil.example'],
    ['https:%2F%2Fevil.example'],
    ['https%3A%2F%2Fevil.example'],
    ['HTTPS://EVIL.EXAMPLE'],
    // The same name is not the same origin.
    ['http://profil.example/faq'],
    ['https://profil.example:8443/faq'],
    ['https://obchod.profil.example/kosik'],
    ['https://profil.example.evil.example'],
    ['https://evilprofil.example'],
    ['https://profil.example%2eevil.example'],
    ['https://x.profil.example'],
    // Lookalike characters.
    ['https://profil。evil.example'],
    ['https://рrofil.example'],
    // User names that look like a host.
    ['https://profil.example@evil.example'],
    ['https://profil.example:443@evil.example'],
    ['https://profil.example%2F@evil.example'],
    ['https://profil.example\\@evil.example'],
    ['https://evil.example\\@profil.example'],
    ['https://reader@profil.example/faq'],
    ['https://:secret@profil.example/faq'],
    ['//profil.example@evil.example'],
    // Other schemes.
    ['javascript:alert(1)'],
    ['JavaScript:alert(1)'],
    ['java\tscript:alert(1)'],
    ['javascript://profil.example/%0aalert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['vbscript:x'],
    ['blob:https://profil.example/6b1f'],
    ['file:///etc/passwd'],
    ['ftp://profil.example/'],
    ['about:blank'],
    ['view-source:https://profil.example'],
    // Characters that a browser drops.
    [' https://profil.example'],
    ['https://profil.example '],
    ['\thttps://evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['/\r/evil.example'],
    ['ht\ntps://evil.example'],
    ['\u0000https://profil.example'],
    ['https://profil.example\u0000.evil.example'],
    ['https://profil.example\u007f.evil.example'],
    ['https://profil.example\u00a0/faq'],
    ['https://profil.example\u2028/faq'],
    // Relative.
    ['predplatne'],
    ['?url=x'],
    ['#hash'],
    ['.'],
    ['https://'],
    ['https://[::1'],
    ['null'],
    ['undefined'],
  ])('%j', url => {
    expect(lead(url)).toBe(fallback)
  })
})

test('any `url` leads to a trusted origin', () => {
  const pieces = fc.constantFrom(
    'https:',
    'http:',
    'javascript:',
    'data:',
    'HTTPS:',
    '/',
    '//',
    '\\',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    '%00',
    '\t',
    '\n',
    '\r',
    ' ',
    '\u0000',
    '.',
    ':443',
    ':8443',
    'evil.example',
    'profil.example',
    'obchod.profil.example',
    '[::1]',
    'url=',
  )
  const url = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map(parts => parts.join('')),
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
  )
  fc.assert(
    fc.property(url, given => {
      const address = lead(given)
      // As the browser resolves it against the page.
      const opened = new URL(address, 'https://evil.example/login')
      expect(trusted).toContain(opened.origin)
      expect(opened.username + opened.password).toBe('')
      expect(opened.href).toBe(address)
    }),
    { numRuns: 5000 },
  )
})

test('without a trusted origin there is only the fallback', () => {
  expect(returnAddress('https://profil.example/faq', [], fallback)).toBe(fallback)
  expect(returnAddress('blob:null', ['null'], fallback)).toBe(fallback)
})
