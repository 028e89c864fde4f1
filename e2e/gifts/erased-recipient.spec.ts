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
