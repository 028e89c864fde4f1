import { expect, test } from 'vitest'
import { byNearness } from './plan-words.ts'

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
