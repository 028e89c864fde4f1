import { expect, test } from 'vitest'
import type { Product } from '#contract/orders/products.ts'
import type { PageToRender } from '#contract/orders/rendered-page.ts'
import { exampleConfig } from '#contract/testing/config-example.ts'
import { render } from './render.tsx'

const product = (code: string, name: string): Product => ({
  code,
  group: 'premium',
  audience: 'person',
  name,
  price: { amount: 8990, currency: 'EUR' },
  vat: [],
  length: 'P1Y',
  access: ['web'],
  device_limit: 3,
  seats: 1,
  renews: true,
})

const slovak: PageToRender = {
  locale: 'sk',
  pathname: '/obchod/premium_1y',
  search: '',
  config: exampleConfig,
  products: [product('premium_1y', 'Prémium')],
  hasReader: false,
}
const english: PageToRender = {
  ...slovak,
  locale: 'en',
  pathname: '/obchod/web_1m',
  config: { ...exampleConfig, helpdesk_email: 'help@example.com' },
  products: [product('web_1m', 'Web')],
}

test('R16.04 pages that are rendered at once have nothing of each other', async () => {
  const alone = [slovak, english].map(render)
  const many = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await new Promise(resolve => setTimeout(resolve, index % 3))
      return render(index % 2 === 0 ? slovak : english)
    }),
  )
  many.forEach((page, index) => expect(page).toEqual(alone[index % 2]))
  expect(alone[0]?.html).toContain('Prémium')
  expect(alone[0]?.html).not.toMatch(/Web|help@example/)
  expect(alone[1]?.html).toContain('Web')
  expect(alone[1]?.html).not.toMatch(/Prémium|Predplatné/)
})

test('R13.15 every page of the login promises an answer within the hours that are set', () => {
  const told = render({ ...english, config: { ...exampleConfig, help_answer_hours: 48 } }).html
  expect(told.replaceAll('\u00a0', ' ')).toContain('we answer within 48 hours')
})

test.each([
  ['/login', '', 'Prihlásenie - Profil'],
  ['/login', '?signed_out=', 'Odhlásili sme vás - Profil'],
  ['/login/registration', '', 'Založte si účet - Profil'],
  ['/login/forgotten-password', '', 'Zabudnuté heslo - Profil'],
  ['/obchod', '', 'Vyberte si predplatné - Profil'],
  ['/obchod/premium_1y', '', 'Prémium - Profil'],
  ['/obchod/objednavka', '', 'Vaša objednávka - Profil'],
  ['/obchod/odstupit-od-zmluvy', '', 'Odstúpiť od zmluvy tu - Profil'],
])('R16.04 nothing of %s%s is waited for, nor left for the browser to mend', (pathname, search, title) => {
  const page = render({ ...slovak, pathname, search })
  expect(page.title).toBe(title)
  expect(page.html).toContain('<h1')
  expect(page.html).not.toMatch(/<template|<!--\$[!?]|style=|data-coming/)
  // The place of a reader who will come is kept, by an element and not by a part that the browser has to mend.
  expect(render({ ...slovak, pathname, search, hasReader: true }).html).not.toMatch(/<template|<!--\$[!?]/)
})
