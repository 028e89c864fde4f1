import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

const severalHosts = {
  PUBLIC_URL: 'https://profil.dennik.example',
  LOGIN_URL: 'https://login.dennik.example',
  COOKIE_DOMAIN: 'dennik.example',
}

describe('configuration', () => {
  it('runs the demo on loopback without any variable', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({ mode: 'demo', host: 'localhost', port: 3000, databaseUrl: undefined })
    expect(config.origins.account).toBe('http://localhost:3000')
    expect(config.trustedOrigins).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000'])
  })

  it.each(['127.0.0.1', '::1', '0.0.0.0', '::'])('is opened as localhost when it listens at %s', HOST => {
    expect(loadConfig({ HOST, PORT: '80' }).origins.account).toBe('http://localhost')
    expect(loadConfig({ HOST, PORT: '80' }).trustedOrigins).toEqual(['http://localhost', 'http://127.0.0.1'])
  })

  it('is opened at the address of this machine that it listens at', () => {
    expect(loadConfig({ HOST: '10.0.0.5' }).origins.account).toBe('http://10.0.0.5:3000')
    expect(loadConfig({ HOST: '10.0.0.5' }).trustedOrigins).toEqual(['http://10.0.0.5:3000'])
  })

  it.each([
    ['PORT', 'ninety'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://host/name'],
    ['MODE', 'staging'],
    ['APP_SECRET', 'short'],
    ['SMTP_URL', 'not an address'],
    ['PUBLIC_URL', 'ftp://profil.example'],
    ['MAIL_FROM', 'nobody'],
    ['BANK_IBAN', 'SK31 1200 0000 1987 4263 7542'],
    ['SITE_URLS', 'https://dennik.example korzar'],
    ['FOOTER_WITHOUT', 'help,cookies'],
    ['TRUSTED_PROXIES', '10.0.0.5,nginx'],
    ['DISCUSSION_URL', 'https://noviny.example/diskusia'],
  ])('names %s when it is %j, in one sentence with the cure', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(
      new RegExp(`^${name} cannot be used: set it to .+\\.$`),
    )
  })

  it('names every variable at fault at once', () => {
    expect(() => loadConfig({ PORT: 'x', MODE: 'y' })).toThrow(
      /MODE cannot[^]*PORT cannot|PORT cannot[^]*MODE cannot/,
    )
  })

  it('R13.14 reads what the footer leaves to the publisher’s own, and leaves nothing to it by itself', () => {
    expect(loadConfig({}).footerWithout).toEqual([])
    expect(loadConfig({ FOOTER_WITHOUT: ' help, accessibility' }).footerWithout).toEqual([
      'help',
      'accessibility',
    ])
  })

  it('R13.14 reads the plans that the shop compares, in their order; none where the list is empty', () => {
    expect(loadConfig({ SHOP_PLANS: 'large, small' }).shopPlans).toEqual(['large', 'small'])
    expect(loadConfig({ SHOP_PLANS: ' ,' }).shopPlans).toEqual([])
  })

  it('treats an empty variable as unset', () => {
    expect(loadConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: undefined, port: 3000 })
  })

  it('trusts the account area, the central login and the shop, each once', () => {
    const config = loadConfig({
      PUBLIC_URL: 'https://profil.example/',
      LOGIN_URL: 'https://login.profil.example',
      COOKIE_DOMAIN: 'profil.example',
      STORE_URL: 'https://login.profil.example',
    })
    expect(config.trustedOrigins).toEqual(['https://profil.example', 'https://login.profil.example'])
    expect(config.storeUrl).toBe('https://login.profil.example')
    expect(config.secureCookies).toBe(true)
  })

  it('R3.01 leads to the embedded shop, or to one of the publisher’s own with its path', () => {
    expect(loadConfig(severalHosts).storeUrl).toBe('https://login.dennik.example/obchod')
    const own = loadConfig({ ...severalHosts, STORE_URL: 'https://obchod.dennik.example/predplatne' })
    expect(own.storeUrl).toBe('https://obchod.dennik.example/predplatne')
    expect(own.trustedOrigins).toContain('https://obchod.dennik.example')
  })

  it.each([
    ['FORUM_SITE_URL', 'forum', 'https://profil.dennik.example'],
    ['BLOG_URL', 'blog', 'https://dennik.example'],
    ['MAILER_URL', 'mailer', 'https://profil.dennik.example'],
    ['CRM_URL', 'crm', 'https://profil.dennik.example'],
    ['NOTIFICATIONS_URL', 'notifications', 'https://profil.dennik.example'],
    ['IMAGES_URL', 'image_management', 'https://profil.dennik.example'],
  ])('R3.01 R10.10 %s alone names the host %s', (variable, name, otherwise) => {
    const { otherHosts } = loadConfig(severalHosts)
    expect(otherHosts).toHaveProperty(name, otherwise)
    const own = loadConfig({ ...severalHosts, [variable]: 'https://own.noviny.sk/path' }).otherHosts
    expect(own).toEqual({ ...otherHosts, [name]: 'https://own.noviny.sk' })
    expect(() => loadConfig({ ...severalHosts, [variable]: 'own.noviny.sk' })).toThrow(variable)
  })

  it('R3.13 takes the domain of the cookies with or without a dot in front, in any case', () => {
    for (const COOKIE_DOMAIN of ['dennik.example', '.dennik.example', ' Dennik.Example']) {
      expect(loadConfig({ ...severalHosts, COOKIE_DOMAIN }).cookieDomain).toBe('dennik.example')
    }
    const ports = { PUBLIC_URL: 'http://profil.test:3000', LOGIN_URL: 'http://profil.test:4000' }
    expect(loadConfig(ports).cookieDomain).toBe('')
  })

  it.each([
    [{ COOKIE_DOMAIN: '' }, 'COOKIE_DOMAIN is needed'],
    [{ COOKIE_DOMAIN: 'example' }, 'COOKIE_DOMAIN cannot be used'],
    [{ COOKIE_DOMAIN: 'profil.dennik.example' }, 'COOKIE_DOMAIN cannot be used'],
    [{ COOKIE_DOMAIN: 'nik.example' }, 'COOKIE_DOMAIN cannot be used'],
    [{ LOGIN_URL: 'https://login.iny.example' }, 'COOKIE_DOMAIN cannot be used'],
    [{ LOGIN_URL: 'http://login.dennik.example' }, 'PUBLIC_URL and LOGIN_URL cannot be used'],
    [{ CONTENT_URL: 'http://content.dennik.example' }, 'CONTENT_URL cannot be used'],
    [{ FEATURES_URL: 'http://flags.dennik.example' }, 'FEATURES_URL cannot be used'],
  ])('does not start with hosts on which nobody could stay signed in: %j', (variables, said) => {
    expect(() => loadConfig({ ...severalHosts, ...variables })).toThrow(said)
  })
})
