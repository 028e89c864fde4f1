import { describe, expect, test } from 'vitest'
import { exampleConfig } from '#contract/testing/config-example.ts'
import { addressText, addressWith } from '#web/lib/navigation/navigation.ts'
import { loginAddress } from '#web/lib/reader/login-address.ts'
import { takeRuntimeConfig } from '#web/lib/runtime-config.ts'
import { legacyTarget, repairedAddress, routeNameOf } from './addresses.ts'
import { needsLogin } from './login-redirect.ts'

takeRuntimeConfig(exampleConfig)

const parts = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://profil.example.com')
  return { pathname, search, hash }
}
const target = (address: string) => {
  const found = legacyTarget(parts(address))
  return found && addressText(found)
}

describe('former addresses', () => {
  test.each([
    ['R2.14', '/manage-newsletters', '/e-maily'],
    ['R2.15', '/aktivacny-kod?coupon_code=AB-1', '/predplatne-cez-kod?activation_code=AB-1'],
    ['R2.15', '/coupon/list?coupon_code=X', '/predplatne-cez-kod?activation_code=X'],
    ['R2.16', '/change-password', '/nastavenia#main-data'],
    ['R2.16', '/heslo', '/nastavenia#main-data'],
    ['R2.17', '/change-locale', '/nastavenia#other-settings'],
    ['R2.17', '/jazyk', '/nastavenia#other-settings'],
    ['R2.18', '/diskusie', '/nastavenia?active_tab=discussion'],
    ['R2.19', '/manage-phone-number', '/nastavenia#mobile-number'],
    ['R2.19', '/mobilne-cislo', '/nastavenia#mobile-number'],
    ['R2.19', '/mobilne-cislo/overenie', '/nastavenia#mobile-number'],
    ['R2.19', '/mobilne-cislo/preposlat-overenie', '/nastavenia#mobile-number'],
    ['R2.20', '/manage-account', '/nastavenia#linked-accounts'],
    ['R2.20', '/prepojene-ucty', '/nastavenia#linked-accounts'],
    ['R2.20', '/prepojene-ucty/odstranit', '/nastavenia#linked-accounts'],
    ['R2.21', '/reklama', '/predplatne'],
    ['R2.21', '/home', '/predplatne'],
    ['R2.22', '/device-list', '/predplatne#device-list'],
    ['R2.23', '/adresy/dorucovacia', '/nastavenia#delivery-address'],
  ])('%s %s leads to %s', (_, from, to) => {
    expect(target(from)).toBe(to)
    expect(needsLogin(parts(from))).toBe(true)
  })

  test('R2.24 other query parameters are kept, also those that come twice', () => {
    expect(target('/heslo?a=1&a=2&utm=x')).toBe('/nastavenia?a=1&a=2&utm=x#main-data')
    expect(target('/coupon/list?utm=x&coupon_code=Č 1')).toBe(
      '/predplatne-cez-kod?utm=x&activation_code=%C4%8C+1',
    )
    expect(target('/diskusie?active_tab=main')).toBe('/nastavenia?active_tab=discussion')
    expect(target('/manage-newsletters?a=1#sme')).toBe('/e-maily?a=1#sme')
    expect(target('/heslo/')).toBe('/nastavenia#main-data')
  })

  test.each(['/', '/predplatne', '/heslo/x', '/coupon', '/constructor'])('%s is none of them', path => {
    expect(target(path)).toBeUndefined()
  })
})

describe('R2.25 a query behind the tab', () => {
  const repaired = (address: string) => {
    const found = repairedAddress(parts(address))
    return found && addressText(found)
  }
  test.each([
    'sme',
    'my',
    'korzar',
    'closer',
    'sportnet',
    'spectator',
    'temy',
    'autori',
    'diskusie',
    'blogy',
  ])('of %s is moved before it', tab => {
    expect(repaired(`/e-maily#${tab}?utm=a&b=%20`)).toBe(`/e-maily?utm=a&b=%20#${tab}`)
    expect(repaired(`/e-maily?x=1#${tab}?utm=a`)).toBe(`/e-maily?x=1&utm=a#${tab}`)
    expect(repaired(`/e-maily#${tab}?`)).toBe(`/e-maily#${tab}`)
    expect(repaired(`/e-maily#${tab}`)).toBeUndefined()
  })

  test.each(['/e-maily#other?x=1', '/faq#?x=1', '/faq#ako-na-to', '/faq?x=1'])(
    '%s is left as it is',
    address => {
      expect(repaired(address)).toBeUndefined()
    },
  )
})

test.each([
  ['R2.05', '/', 'homepage', true],
  ['R2.06', '/predplatne', 'subscription', true],
  ['R2.07', '/e-maily', 'newsletters', false],
  ['R2.08', '/nastavenia', 'settings', true],
  ['R2.09', '/pre-firmy', 'company_subscription', false],
  ['R2.10', '/faq', 'faq', false],
  ['R2.01', '/vyhlasenie-o-pristupnosti', 'accessibility', false],
  ['R2.11', '/predplatne-cez-kod/', 'subscription_code', true],
  ['R2.12', '/resend-account-activation', 'resend_account_activation', true],
  ['R2.13', '/neznama', undefined, false],
  ['R1.06', '/e-maily/odkaz/AbC-12_3', 'newsletter_link', false],
  ['R1.06', '/unsubscribe/1.a-b.x_Y/', 'unsubscribe', false],
  ['R2.13', '/unsubscribe', undefined, false],
  ['R2.13', '/unsubscribe/a/b', undefined, false],
])('%s R2.30 %s is the route %s', (_, path, name, login) => {
  expect(routeNameOf(path)).toBe(name)
  expect(needsLogin(parts(path))).toBe(login)
})

test('R2.26 the central login is told where to come back to', () => {
  const address = new URL(
    loginAddress('https://login.example.com/login?x=1', 'https://p.example.com/faq?a=b&c#d'),
  )
  expect(address.origin + address.pathname).toBe('https://login.example.com/login')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    x: '1',
    url: 'https://p.example.com/faq?a=b&c#d',
  })
})

test('R2.27 a visitor with a code is told why to sign in', () => {
  const address = new URL(
    loginAddress('https://l.example.com/login', 'https://p.example.com/', { codeGiven: true }),
  )
  expect(address.searchParams.get('auth')).toBe('access_denied')
})

test('R2.28 the language goes from the address, the rest of it stays', () => {
  expect(addressWith({ lang: null }, parts('/faq?q=a+b&lang=en#x'))).toBe('/faq?q=a+b#x')
  expect(addressWith({ lang: null }, parts('/faq?lang=en'))).toBe('/faq')
})

test('R13.14 parameters that a mailer appends with a second question mark leave the link’s own alone', () => {
  const repaired = (address: string) => {
    const found = repairedAddress(parts(address))
    return found && addressText(found)
  }
  expect(repaired('/predplatne/potvrdit-platbu?predplatne=7?utm_source=mail&x=1#a')).toBe(
    '/predplatne/potvrdit-platbu?predplatne=7&utm_source=mail&x=1#a',
  )
  expect(repaired('/e-maily?a=1?b=2#temy?c=3')).toBe('/e-maily?a=1&b=2&c=3#temy')
  for (const whole of [
    '/faq?q=kedy?',
    '/faq?q=a+b',
    '/predplatne?predplatne=7#device-list',
    '/nastavenia#a?b=1',
  ]) {
    expect(repaired(whole)).toBeUndefined()
  }
})

test('R13.19 in maintenance no page asks to sign in but through its former address', () => {
  takeRuntimeConfig({ ...exampleConfig, service_mode: { name: 'maintenance', until: null } })
  expect(['/predplatne', '/nastavenia', '/heslo'].map(path => needsLogin(parts(path)))).toEqual([
    false,
    false,
    true,
  ])
  takeRuntimeConfig(exampleConfig)
})
