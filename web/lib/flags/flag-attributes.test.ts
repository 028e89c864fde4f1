import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rolesOf } from '../reader/subscription-roles.ts'
import { seenCampaigns } from './campaigns-cookie.ts'
import { flagAttributes } from './flag-attributes.ts'

const cookie = (value?: string) => ({ read: (name: string) => (name === 'campaigns' ? value : undefined) })
const at = (address: string) => new URL(address)
const visitor = { id: undefined, loaded: false, roles: {} }

test('R3.11 experiments learn who reads, with which roles, where, and from which campaign', () => {
  const roles = rolesOf({
    web: { exp: 1, dlr: false, rec: true },
    article: { exp: 1, dlr: false, rec: false },
  })
  const address = at(
    'https://profil.example/predplatne?utm_source=list&utm_medium=email&utm_campaign=jar&utm_term=a&utm_content=b#device-list',
  )
  const seen = encodeURIComponent('{"aB3xYz":{"sn":2,"vi":"v1","bi":"b1","ut":1}}')
  expect(flagAttributes({ id: 17, loaded: true, roles }, address, 4821, cookie(seen))).toEqual({
    id: '17',
    userId: '17',
    isUserLoggedIn: true,
    isUserSubscriber: true,
    userSubscriptionRoles: ['article', 'web'],
    isArticleSubscriber: true,
    ppSplitTest: 4821,
    url: 'https://profil.example/predplatne?utm_source=list&utm_medium=email&utm_campaign=jar&utm_term=a&utm_content=b',
    path: '/predplatne',
    host: 'profil.example',
    query: '?utm_source=list&utm_medium=email&utm_campaign=jar&utm_term=a&utm_content=b',
    utmSource: 'list',
    utmMedium: 'email',
    utmCampaign: 'jar',
    utmTerm: 'a',
    utmContent: 'b',
    seenCampaigns: ['aB3xYz'],
    seenVariants: ['v1'],
    seenBanners: ['b1'],
  })
})

test('R3.11 a visitor is known by the experiment group only', () => {
  expect(flagAttributes(visitor, at('https://profil.example/faq'), 7, cookie())).toMatchObject({
    id: 'visitor-7',
    userId: undefined,
    isUserLoggedIn: false,
    isUserSubscriber: false,
    userSubscriptionRoles: [],
    isArticleSubscriber: false,
    query: '',
    utmSource: undefined,
    seenCampaigns: [],
  })
})

test('R3.11 neither the token of a mailed link nor an activation code leaves the browser', () => {
  const link = flagAttributes(visitor, at('https://profil.example/e-maily/odkaz/SECRET'), 7, cookie())
  const code = flagAttributes(
    visitor,
    at('https://profil.example/predplatne-cez-kod?activation_code=SECRET&coupon_code=SECRET&x=1'),
    7,
    cookie(),
  )
  expect(JSON.stringify([link, code])).not.toContain('SECRET')
  expect(link.path).toBe('/e-maily/odkaz/:token')
  expect(code.query).toBe('?x=1')
})

describe('the cookie of campaigns', () => {
  const short = '{"aB3xYz":{"sn":2,"vi":"v1","bi":"b1","ut":1763700000}}'
  const long = '{"aB3xYz":{"seen":2,"count":5,"variantId":"v1","bannerId":"b1","updatedAt":"2026-11-20"}}'
  const whole = `{"version":1,"values":${long}}`

  test.each([
    ['short names', short],
    ['short names, encoded', encodeURIComponent(short)],
    ['long names', long],
    ['long names, encoded', encodeURIComponent(long)],
    ['what was kept elsewhere', whole],
    ['JSON within JSON, encoded', encodeURIComponent(JSON.stringify(whole))],
  ])('R3.11 is read with %s', (_how, value) => {
    expect(seenCampaigns(cookie(value))).toEqual({
      seenCampaigns: ['aB3xYz'],
      seenVariants: ['v1'],
      seenBanners: ['b1'],
    })
  })

  test('R3.11 tells what was shown, not what only counted visits or says nothing of itself', () => {
    const value = JSON.stringify({
      counted: { sn: 0, ct: 4 },
      nothing: {},
      numbers: { sn: 1, vi: 5, bi: null },
      one: { sn: 1, vi: 'v', bi: 'b' },
      text: 'x',
    })
    expect(seenCampaigns(cookie(value))).toEqual({
      seenCampaigns: ['numbers', 'one'],
      seenVariants: ['v'],
      seenBanners: ['b'],
    })
  })

  test('R3.11 whatever else it may be counts as nothing seen', () => {
    const nothing = { seenCampaigns: [], seenVariants: [], seenBanners: [] }
    for (const value of [
      undefined,
      '',
      '%',
      '%E0%A4%A',
      '{',
      'null',
      '[]',
      '5',
      '"x"',
      '{"a":null}',
      '%7B',
    ]) {
      expect(seenCampaigns(cookie(value)), value).toEqual(nothing)
    }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), value => {
        expect(Object.values(seenCampaigns(cookie(value))).every(Array.isArray)).toBe(true)
      }),
    )
  })
})
