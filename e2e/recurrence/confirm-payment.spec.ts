import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { openMeanwhile } from '../navigation/open-meanwhile.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('R11.12 R8.13 journey, 4 presses: the payment that the bank wants confirmed; left, then confirmed', async ({
  page,
  axe,
  presses,
}) => {
  await page.setViewportSize({ width: 320, height: 740 })
  const keys = byKeyboard(page)
  const goToGateway = async () => {
    await keys.press(button(page, /^Potvrdiť platbu\s89,90/))
    await expect(page.getByText('Skúšobná platobná brána')).toBeVisible()
  }
  await signIn(page, 'payment-to-confirm')
  // The demo charges what is due when it starts.
  await expect(async () => {
    await page.goto('/predplatne')
    await expect(main(page)).toContainText('Banka chce, aby ste platbu potvrdili.', { timeout: 2000 })
  }).toPass()
  await expect(main(page)).toContainText(/Bez potvrdenia predplatné .+ neobnovíme\./)
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await keys.press(main(page).getByRole('link', { name: 'Potvrdiť platbu' }))
  await expect(main(page)).toContainText('89,90')
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await goToGateway()
  await keys.press(button(page, 'Späť do obchodu'))
  await expect(main(page)).toContainText('Platba zatiaľ neprešla.')
  await axe()

  await page.goto('/predplatne')
  presses.restart()
  await keys.press(main(page).getByRole('link', { name: 'Potvrdiť platbu' }))
  await goToGateway()
  await keys.write(page.getByLabel('Číslo karty'), '4000 0027 6000 3184')
  await keys.write(page.getByLabel('Platnosť'), '12/49')
  await keys.write(page.getByLabel('CVC'), '123')
  await keys.press(button(page, 'Zaplatiť'))
  await keys.press(button(page, 'Áno, platím ja'))
  await expect(main(page)).toContainText('Platba prešla, predplatné sa obnovilo.', { timeout: 20_000 })
  await presses.expect(4)
  await axe()
  await keys.press(main(page).getByRole('link', { name: 'Späť na predplatné' }))
  await expect(main(page)).toContainText('Prémium máte do')
  await expect(main(page)).not.toContainText('Banka chce')
})

test('R11.12 R9.01 in English: what fails to load, nothing to confirm, and an address that names nothing', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(404)
  await signInAs(page, await newReader(page, 'nepotvrdi'))
  await page.goto('/predplatne/potvrdit-platbu?lang=en')
  await expect(main(page)).toContainText('There is nothing to confirm.')
  await axe()
  await page.goto('/predplatne/potvrdit-platbu?predplatne=999999')
  await expect(main(page)).toContainText('The payment could not be loaded.', { timeout: 15_000 })
  await axe()
})

test('R11.12 a reader who leaves while the page of the payment is asked for stays on the other page', async ({
  page,
}) => {
  await signInAs(page, await newReader(page, 'odchadza'))
  const url = '**/subscriptions/1/payment-confirmation'
  const price = { amount: 8990, currency: 'EUR' }
  await page.route(url, route => route.fulfill({ json: { state: 'needed', price } }))
  await page.goto('/predplatne/potvrdit-platbu?predplatne=1')
  const press = () => button(page, /^Potvrdiť platbu/).click()
  await openMeanwhile(page, press, { url, answer: { redirect_url: 'https://brana.example/' } })
})
