import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, moreOptions, signIn, test } from '../fixtures.ts'
import { cards, giveCard } from '../orders/shop-screen.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => page.getByRole('button', { name })

test('R1.03 R1.23 R8.13 journey, 4 presses: the card is changed on the gateway’s page; left, declined, confirmed with 3-D Secure', async ({
  page,
  axe,
  presses,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const keys = byKeyboard(page)
  const goToGateway = async () => {
    await keys.press(button(page, 'Prejsť na platobnú bránu'))
    await expect(page.getByText('Skúšobná platobná brána')).toBeVisible()
  }
  const tryAgain = async () => {
    await keys.press(main(page).getByRole('link', { name: 'Skúsiť inú kartu' }))
    await goToGateway()
  }
  // A reader whose card no other test uses.
  await signIn(page, 'family')
  await page.goto('/predplatne')
  await keys.press(moreOptions(page))
  await keys.press(main(page).getByRole('link', { name: 'Zmeniť kartu' }))
  await goToGateway()
  await axe()
  expect(await isTooWide(page)).toBe(false)

  await keys.press(button(page, 'Späť do obchodu'))
  await expect(main(page)).toContainText('Karta sa nezmenila.')
  await axe()

  await tryAgain()
  await giveCard(page, cards.declined)
  await expect(page.getByRole('alert')).toContainText('Banka platbu zamietla.')
  await axe()
  await keys.press(button(page, 'Späť do obchodu'))
  await expect(main(page)).toContainText('Banka kartu neprijala.')
  await axe()

  // As many presses as from the subscription's own link.
  presses.restart()
  await tryAgain()
  await giveCard(page, cards.confirmed)
  await expect(page.getByRole('heading', { name: 'Overenie 3-D Secure' })).toBeVisible()
  await axe()
  await keys.press(button(page, 'Áno, platím ja'))
  await expect(main(page)).toContainText('Nová karta je overená', { timeout: 20_000 })
  await presses.expect(4)
  await axe()
  // Idempotent: coming back a second time shows the same and changes nothing.
  await page.reload()
  await expect(main(page)).toContainText('Nová karta je overená')

  await page.goto('/predplatne')
  await expect(main(page)).toContainText(/•••• 3155|••••\s3155/)
})
