import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => page.getByRole('button', { name })

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Číslo karty').fill(number)
  await page.getByLabel('Platnosť').fill('12/49')
  await page.getByLabel('CVC').fill('123')
  await button(page, 'Zaplatiť').click()
}

test('R1.03 R1.23 R8.13 journey, 4 presses: the card is changed on the gateway’s page; left, declined, confirmed with 3-D Secure', async ({
  page,
  axe,
  presses,
}) => {
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const goToGateway = async () => {
    await button(page, 'Prejsť na platobnú bránu').click()
    await expect(page.getByText('Skúšobná platobná brána')).toBeVisible()
  }
  const tryAgain = async () => {
    await main(page).getByRole('link', { name: 'Skúsiť inú kartu' }).click()
    await goToGateway()
  }
  // A reader of whose card no other test tells.
  await signIn(page, 'family')
  await page.goto('/predplatne')
  await main(page).getByRole('link', { name: 'Zmeniť kartu' }).click()
  await goToGateway()
  await axe()
  expect(await isTooWide(page)).toBe(false)

  await button(page, 'Späť do obchodu').click()
  await expect(main(page)).toContainText('Karta sa nezmenila.')
  await axe()

  await tryAgain()
  await typeCard(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toContainText('Banka platbu zamietla.')
  await axe()
  await button(page, 'Späť do obchodu').click()
  await expect(main(page)).toContainText('Banka kartu neprijala.')
  await axe()

  // As many as from the subscription's own link.
  presses.restart()
  await tryAgain()
  await typeCard(page, '4000 0025 0000 3155')
  await expect(page.getByRole('heading', { name: 'Overenie 3-D Secure' })).toBeVisible()
  await axe()
  await button(page, 'Áno, platím ja').click()
  await expect(main(page)).toContainText('Nová karta je overená', { timeout: 20_000 })
  await presses.expect(4)
  await axe()
  // Coming back a second time tells the same and changes nothing.
  await page.reload()
  await expect(main(page)).toContainText('Nová karta je overená')

  await page.goto('/predplatne')
  await expect(main(page)).toContainText(/•••• 3155|••••\s3155/)
})
