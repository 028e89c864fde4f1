import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { compileCatalogue } from '../../build/catalogue-plugin.ts'
import { activate } from '../texts/i18n.ts'
import { retryText } from '../texts/retry-text.ts'
import { ApiError } from './api-error.ts'
import { describeFailure } from './failure.ts'

const messages = (locale: 'sk' | 'en') =>
  compileCatalogue(fileURLToPath(new URL(`../../../locales/${locale}`, import.meta.url)))

beforeEach(() => activate('sk', messages('sk')))

const refused = (...faults: { key: string; field?: string; params?: Record<string, number> }[]) =>
  new ApiError('unprocessable_entity', {
    status: 422,
    faults: faults.map(fault => ({ message: 'the server’s own words', ...fault })),
  })

describe('R5.15 the answer of the server is shown', () => {
  test('on the field that it names, the first fault of each', () => {
    const failure = describeFailure(
      refused(
        { key: 'max_length', field: 'email', params: { max: 254 } },
        { key: 'invalid_email', field: 'email' },
      ),
      ['email'],
    )
    expect(failure.fields).toEqual({ email: 'Max. počet znakov je: 254' })
    expect(failure.keys).toEqual({ email: 'max_length' })
    expect(failure.general).toBeUndefined()
  })

  test('above the form when the field is not shown, or none is named', () => {
    expect(describeFailure(refused({ key: 'required', field: '_token' }), ['email']).general).toBe(
      'Toto pole je požadované',
    )
    expect(describeFailure(refused({ key: 'csrf_token_invalid' }), ['email']).general).toContain('Formulár')
  })

  test('on the field that is its home, when it names none', () => {
    const failure = describeFailure(refused({ key: 'bad_credentials' }), ['password'], {
      bad_credentials: 'password',
    })
    expect(failure.fields['password']).toMatch(/E.mail alebo heslo/)
    expect(failure.general).toBeUndefined()
  })

  test('R8.14 in general words when the key is new, or there was no answer', () => {
    for (const error of [refused({ key: 'brand_new' }), new ApiError('failed'), new TypeError('x')]) {
      expect(describeFailure(error, ['email']).general).toContain('na našej strane')
    }
    expect(describeFailure(new ApiError('offline'), []).general).toContain('Nemáte pripojenie')
  })

  test('with the time after which another try makes sense', () => {
    const error = new ApiError('too_many_requests', { status: 429, retryAfterSeconds: 90 })
    expect(describeFailure(error, [])).toMatchObject({
      general: expect.stringContaining('Priveľa pokusov'),
      retryAfterSeconds: 90,
    })
  })
})

describe('when to try again', () => {
  // A quarter to midnight in Bratislava.
  const lateMs = Date.parse('2026-11-21T22:45:00Z')

  test.each([
    [0, 'Znova to môžete skúsiť o\u00a01\u00a0minútu.'],
    [60, 'Znova to môžete skúsiť o\u00a01\u00a0minútu.'],
    [61, 'Znova to môžete skúsiť o\u00a02\u00a0minúty.'],
    [290, 'Znova to môžete skúsiť o\u00a05\u00a0minút.'],
    [3540, 'Znova to môžete skúsiť o\u00a059\u00a0minút.'],
    [3600, 'Znova to môžete skúsiť 22.\u00a0novembra po 0:45.'],
  ])('%i seconds', (seconds, text) => {
    expect(retryText(seconds, lateMs)).toBe(text)
  })

  test('later the same day, rounded up to a minute', () => {
    expect(retryText(3601, Date.parse('2026-11-21T08:00:00Z'))).toBe('Znova to môžete skúsiť dnes po 10:01.')
  })

  test('in English', () => {
    activate('en', messages('en'))
    expect(retryText(61, lateMs)).toBe('You can try again in 2\u00a0minutes.')
    expect(retryText(86_400, lateMs - 36_000_000)).toBe('You can try again on 22\u00a0November after 13:45.')
  })
})
