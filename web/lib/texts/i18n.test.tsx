import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { compileText } from '#locales/compile-text.ts'
import type { MessageKey } from '#locales/message-values.ts'
import { compileCatalogue } from '../../build/catalogue-plugin.ts'
import { errorText } from '../call/error-text.ts'
import { formatCardMonth, formatDate, formatMoney, formatNumber, formatTime } from './format.ts'
import { activate, translate } from './i18n.ts'
import { RichText } from './rich-text.tsx'

const messages = (locale: 'sk' | 'en') =>
  compileCatalogue(fileURLToPath(new URL(`../../../locales/${locale}`, import.meta.url)))

describe('in Slovak', () => {
  beforeEach(() => activate('sk', messages('sk')))

  test('dates, hours, prices and numbers never break', () => {
    expect(formatDate('2027-03-14T10:00:00Z')).toBe('14.\u00a0marca 2027')
    expect(formatDate('2027-03-14')).toBe('14.\u00a0marca 2027')
    expect(formatTime('2027-03-14T06:12:00Z')).toBe('7:12')
    expect(formatMoney({ amount: 8990, currency: 'EUR' })).toBe('89,90\u00a0€')
    expect(formatNumber(12500)).toBe('12\u00a0500')
    expect(formatCardMonth('2028-08-31')).toBe('08/2028')
  })

  test('a day is the day in Bratislava', () => {
    expect(formatDate('2027-03-14T23:30:00Z')).toBe('15.\u00a0marca 2027')
    expect(formatDate('2027-07-14T22:30:00Z')).toBe('15.\u00a0júla 2027')
  })

  test('R8.14 an unknown error key gives the general text, never the key', () => {
    expect(errorText('coupon_expired')).toBe('Platnosť tohto kódu sa skončila.')
    for (const key of ['brand_new_key', 'constructor', '']) {
      expect(errorText(key)).toBe(translate('error.unexpected'))
    }
  })

  test('R5.02 values are put into error texts', () => {
    expect(errorText('min_length', { min: 3 })).toBe('Min. počet znakov je: 3')
  })
})

test('in English', () => {
  activate('en', messages('en'))
  expect(formatDate('2027-03-14T10:00:00Z')).toBe('14\u00a0March 2027')
  expect(formatMoney({ amount: 8990, currency: 'EUR' })).toBe('€89.90')
  expect(errorText('required')).toBe('This field is mandatory')
})

describe('rich text', () => {
  test('tags are drawn, also one within another and several in a row', () => {
    expect(draw('Máte <b>{n}</b> a <link>viac <b>tu</b></link>, <b>hej</b>.', { n: 3 })).toBe(
      'Máte <b>3</b> a <a href="/faq">viac <b>tu</b></a>, <b>hej</b>.',
    )
  })

  test('a value is text, whatever is in it', () => {
    expect(draw('Meno: {name}.', { name: '<b>x</b>' })).toBe('Meno: &lt;b&gt;x&lt;/b&gt;.')
  })

  test('Slovak plural forms are chosen by the number', () => {
    const message =
      '{n, plural, one {# zariadenie} few {# zariadenia} many {# zariadenia} other {# zariadení}}'
    expect([1, 2, 5].map(n => draw(message, { n }))).toEqual(['1 zariadenie', '2 zariadenia', '5 zariadení'])
  })
})

function draw(message: string, values = {}): string {
  const id: MessageKey = 'common.close'
  activate('sk', { [id]: compileText(message) })
  return renderToStaticMarkup(<RichText id={id} values={values} links={{ link: '/faq' }} />)
}
