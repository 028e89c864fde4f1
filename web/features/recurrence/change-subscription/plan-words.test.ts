import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { compileCatalogue } from '#web/build/catalogue-plugin.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { byNearness, monthlyText, priceText } from './plan-words.ts'

const use = (locale: 'sk' | 'en') =>
  activate(locale, compileCatalogue(join(import.meta.dirname, '../../../../locales', locale)))
beforeEach(() => use('sk'))

const plan = (name: string, amount: number, length = 'P1Y') => ({
  name,
  price: { amount, currency: 'EUR' as const },
  length,
  device_limit: 6,
})
const premium = plan('premium', 8990)
const monthly = plan('monthly', 999, 'P1M')
const all = [
  plan('no ads', 299, 'P4W'),
  plan('standard monthly', 699, 'P1M'),
  monthly,
  plan('standard', 5990),
  premium,
  plan('without ads', 11_990),
]

test.each([
  [premium, ['standard', 'without ads', 'standard monthly', 'monthly', 'no ads']],
  [monthly, ['standard monthly', 'without ads', 'premium', 'standard', 'no ads']],
])(
  'R11.02 what is as long as the present plan stands first, then what is near by its price: $name',
  (present, names) => {
    const others = all.filter(each => each !== present)
    expect(byNearness(others, present).map(({ name }) => name)).toEqual(names)
  },
)

test.each([
  ['P1Y', 8990, '89,90 € ročne', 'vychádza na 7,50 € mesačne', 'works out at €7.50 a month'],
  ['P2Y', 16_990, '169,90 € každé 2 roky', 'vychádza na 7,08 € mesačne', 'works out at €7.08 a month'],
  ['P6M', 4990, '49,90 € každých 6 mesiacov', 'vychádza na 8,32 € mesačne', 'works out at €8.32 a month'],
  ['P1M', 999, '9,99 € mesačne', undefined, undefined],
  ['P4W', 299, '2,99 € každé 4 týždne', undefined, undefined],
])(
  'R11.02 R9.04 a plan of %s is told by its price, and by the month as in the shop',
  (length, cents, price, monthly, english) => {
    const spaced = (text?: string) => text?.replaceAll('\u00a0', ' ')
    const told = plan('', cents, length)
    expect(spaced(priceText(told))).toBe(price)
    expect(spaced(monthlyText(told))).toBe(monthly)
    use('en')
    expect(spaced(monthlyText(told))).toBe(english)
  },
)
