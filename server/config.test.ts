import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

describe('configuration', () => {
  it('runs the demo on loopback without any variable', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({ mode: 'demo', host: '127.0.0.1', port: 3000, databaseUrl: undefined })
    expect(config.origins.account).toBe('http://127.0.0.1:3000')
    expect(config.trustedOrigins).toEqual(['http://127.0.0.1:3000'])
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

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: undefined, port: 3000 })
  })

  it('trusts the account area, the central login and the shop, each once', () => {
    const config = loadConfig({
      PUBLIC_URL: 'https://profil.example/',
      LOGIN_URL: 'https://login.example',
      STORE_URL: 'https://login.example',
    })
    expect(config.trustedOrigins).toEqual(['https://profil.example', 'https://login.example'])
    expect(config.storeUrl).toBe('https://login.example')
    expect(config.secureCookies).toBe(true)
  })

  it('R3.01 leads to the embedded shop, or to one of the publisher’s own with its path', () => {
    const login = { PUBLIC_URL: 'https://profil.example', LOGIN_URL: 'https://login.example' }
    expect(loadConfig(login).storeUrl).toBe('https://login.example/obchod')
    const own = loadConfig({ ...login, STORE_URL: 'https://obchod.example/predplatne' })
    expect(own.storeUrl).toBe('https://obchod.example/predplatne')
    expect(own.trustedOrigins).toContain('https://obchod.example')
  })
})
