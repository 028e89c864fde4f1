import { expect, test } from '../fixtures.ts'
import { openState } from '../gallery/open-state.ts'
import { states } from '../gallery/states.ts'

const stateOf = (wanted: string) => {
  const found = states.find(({ name }) => name === wanted)
  if (!found) throw new Error(`There is no state ${wanted}`)
  return found
}

test('a gift whose recipient was erased says so; it is given to another address, not sent', async ({
  page,
  expectRefusal,
}) => {
  await openState(page, stateOf('gifts'), { expectRefusal })
  const name = 'pre niekoho, koho údaje sme vymazali'
  const gift = page.getByRole('listitem').filter({ hasText: `Darčekové Prémium ${name}` })
  await expect(gift.getByRole('button')).toHaveText([`Zmeniť adresu darčeka ${name}`])
  await expect(gift.getByRole('link')).toContainText(`pri darčeku ${name}`)
})

test('its order names nobody', async ({ page, expectRefusal }) => {
  await openState(page, stateOf('gift-of-erased'), { expectRefusal })
  const main = page.getByRole('main')
  await expect(main).toHaveText(/^Darček je zaplatený\.\s*Aktivovať sa dá do 93\sdní/)
})

test('R9.02 a gift that was activated meanwhile says so when its change is refused', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(422)
  const read = page.waitForResponse(/\/users\/\d+\/gifts$/)
  // The form of its first gift is open.
  await openState(page, stateOf('gifts'), { expectRefusal })
  const { items } = (await (await read).json()) as { items: object[] }
  const activated = { state: 'activated', activated_at: '2026-11-20T10:00:00Z' }
  await page.route(/\/users\/\d+\/gifts$/, route =>
    route.fulfill({ json: { items: items.map(each => ({ ...each, ...activated })) } }),
  )
  await page.route(/\/gifts\/1$/, route =>
    route.fulfill({ status: 422, json: { errors: [{ key: 'gift_already_activated', message: '' }] } }),
  )
  const gift = page.getByRole('listitem').filter({ has: page.getByRole('textbox') })
  await gift.getByRole('textbox').fill('ina@example.com')
  await page.keyboard.press('Enter')
  await expect(gift.getByRole('alert')).toContainText('už obdarovaný aktivoval')
  await expect(gift).toContainText('Aktivovaný 20.')
})
