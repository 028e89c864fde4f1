import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { StartupError } from '../platform/process/startup-error.ts'
import { productionEnvironment } from '../testing/make/production-environment.ts'
import { findProductionFaults, findProductionWarnings } from './check-production.ts'
import { loadConfig } from './config.ts'
import { variables } from './environment.ts'

const environment = await productionEnvironment()
const all = Object.entries(variables).map(([name, variable]) => ({ name, ...variable }))
const needed = all.filter(({ production }) => production === 'needed').map(({ name }) => name)

const said = (given: Record<string, string | undefined>): string => {
  try {
    loadConfig({ MODE: 'production', ...given })
    return ''
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return error.message
  }
}

/** Values of the demo, of its documents and of tests, which no production may have. */
const demos: [name: string, value: string][] = [
  ['PUBLIC_URL', 'https://profil.dennik.example'],
  ['PUBLIC_URL', 'http://profil.noviny.sk'],
  ['PUBLIC_URL', 'https://www.noviny.sk/profil'],
  ['LOGIN_URL', 'http://login.noviny.sk'],
  ['PUBLISHER_URL', 'https://dennik.example'],
  ['APP_SECRET', 'a'.repeat(40)],
  ['APP_SECRET', 'only-for-tests-only-for-tests-only-for-tests'],
  ['TOKEN_SIGNING_KEY', '{"kty":"RSA"}'],
  ['TOKEN_SIGNING_KEY', 'no key'],
  ['SMTP_URL', 'smtp://mail.dennik.example'],
  ['MAIL_FROM', 'profil@dennik.example'],
  ['HELPDESK_EMAIL', 'pomoc@dennik.example'],
  ['SERVICES_EMAIL', 'predplatne@dennik.example'],
  ['FORUM_EMAIL', 'diskusie@dennik.example'],
  ['SUPPLIER_NAME', 'Vydavateľstvo Denník, a. s.'],
  ['SUPPLIER_STREET', 'Novinárska 7'],
  ['SUPPLIER_CITY', '811 09 Bratislava'],
  ['SUPPLIER_COMPANY_ID', '99000105'],
  ['SUPPLIER_TAX_ID', '2990000103'],
  ['SUPPLIER_VAT_ID', 'SK2990000103'],
  ['SUPPLIER_REGISTER', 'Obchodný register Mestského súdu Bratislava III, oddiel Sa, vložka 9901/B'],
  ['BANK_IBAN', 'SK31 1200 0000 1987 4263 7541'],
  ['BANK_BENEFICIARY', 'Vydavateľstvo Denník, a. s.'],
  ['TERMS_URL', 'https://dennik.example/obchodne-podmienky'],
  ['PRIVACY_URL', 'https://dennik.example/ochrana-osobnych-udajov'],
  ['STRIPE_SECRET_KEY', 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'],
  ['FEATURES_CLIENT_KEY', 'sdk-demo'],
  ['CAPTCHA_PUBLIC_KEY', 'demo-captcha'],
  ['CAPTCHA_PUBLIC_KEY', '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI'],
  ['DEMO_GATEWAY_PORT', '3001'],
  ['DEMO_GATEWAY_URL', 'http://127.0.0.1:3001'],
  ['DEMO_GATEWAY_KEY', 'k'.repeat(20)],
  ['DEMO_IDENTITY_PORT', '3002'],
  ['DEMO_OUTSIDE_PORT', '3004'],
  ['DEMO_CAPTCHA_PORT', '3003'],
]

test('R11.08 a production without terms to attach is warned of it, with the cure; the demo has some', () => {
  const folder = mkdtempSync(join(tmpdir(), 'profil-terms-'))
  const warned = (given: Record<string, string>) => findProductionWarnings(loadConfig(given))
  expect(warned({})).toEqual([])
  for (const given of [{}, { BRAND_DIR: folder }]) {
    expect(warned({ ...environment, ...given })).toEqual([
      expect.stringMatching(/^BRAND_DIR has no terms: .+ put terms\/sk\.pdf or .+\.$/),
    ])
  }
  mkdirSync(join(folder, 'terms'))
  writeFileSync(join(folder, 'terms/en.txt'), 'Terms')
  const given = { ...environment, BRAND_DIR: folder }
  expect(warned(given)).toEqual([])
  // In the other language rather than not at all.
  expect(loadConfig(given).terms.files.sk).toEqual(loadConfig(given).terms.files.en)
  rmSync(folder, { recursive: true })
})

describe('what production is asked for', () => {
  it('starts with everything given', () => {
    expect(said(environment)).toBe('')
    expect(loadConfig(environment)).toMatchObject({ mode: 'production', secureCookies: true })
  })

  it.each(needed)('says that %s is missing, what it is and how to come to it', name => {
    expect(said({ ...environment, [name]: undefined })).toMatch(
      new RegExp(`\\n  ${name} is missing: .{8,}; (e\\.g\\. ${name}=".+"|.+ prints one)\\.$`),
    )
  })

  it.each(demos)('refuses %s=%s', (name, value) => {
    const faults = findProductionFaults({ ...environment, COOKIE_DOMAIN: 'noviny.sk', [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} (is|has|belongs) .+: .+\\.$`))
  })

  it('knows a value that is refused for every variable that has a rule', () => {
    const ruled = all.filter(variable => variable.fault).map(variable => variable.name)
    expect(new Set(demos.map(([name]) => name))).toEqual(new Set(ruled))
  })

  it('has a rule for every variable of the demo', () => {
    const ofTheDemo = all.filter(({ name }) => name.startsWith('DEMO_'))
    expect(ofTheDemo.filter(({ production }) => production !== 'never')).toEqual([])
  })

  it('takes its own examples', () => {
    const examples = all.flatMap(({ name, example, production, fault }) =>
      (production !== 'needed' && !fault) || example === undefined || example.includes('…')
        ? []
        : [[name, example]],
    )
    const given = { ...environment, ...Object.fromEntries(examples), COOKIE_DOMAIN: 'noviny.sk' }
    expect(said({ ...given, FEATURES_CLIENT_KEY: 'sdk-noviny' })).toBe('')
  })

  it('lists all faults at once: missing, the demo’s, unusable, and incomplete groups', () => {
    const message = said({
      PORT: 'ninety',
      HELPDESK_EMAIL: 'pomoc@dennik.example',
      DEMO_GATEWAY_PORT: '3001',
      GOOGLE_CLIENT_ID: 'id',
      CAPTCHA_SECRET_KEY: 'secret',
      SMTP_URL: 'mail.noviny.sk',
    })
    const [heading, ...lines] = message.split('\n')
    expect(heading).toContain('docs/configuration.md')
    const names = lines.map(line => line.trim().split(' ')[0])
    const others = ['PORT', 'DEMO_GATEWAY_PORT', 'GOOGLE_CLIENT_SECRET', 'CAPTCHA_PUBLIC_KEY']
    expect(names).toHaveLength(new Set(names).size)
    expect(new Set(names)).toEqual(new Set([...needed, ...others]))
  })

  it('quotes no secret', () => {
    const message = said({
      APP_SECRET: 'password-password-password-password',
      STRIPE_SECRET_KEY: 'sk_test_hidden',
    })
    expect(message).toMatch(/APP_SECRET is[^]*STRIPE_SECRET_KEY is/)
    expect(message).not.toMatch(/password-password|sk_test_hidden/)
  })

  it('wants a common domain of the cookies where the central login has a host of its own', () => {
    const apart = { ...environment, LOGIN_URL: 'https://login.noviny.sk' }
    expect(said(apart)).toContain(
      'COOKIE_DOMAIN is missing, since PUBLIC_URL and LOGIN_URL are different hosts',
    )
    expect(said({ ...apart, COOKIE_DOMAIN: 'noviny.sk' })).toBe('')
  })

  it('may be rehearsed: with test keys under a name of its own, and without certificates on the machine itself', () => {
    expect(said({ ...environment, STRIPE_SECRET_KEY: 'sk_test_x', ENVIRONMENT: 'staging' })).toBe('')
    expect(said({ ...environment, PUBLIC_URL: 'http://127.0.0.1:3000' })).toBe('')
  })
})
