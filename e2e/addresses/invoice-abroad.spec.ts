import type { Change } from '#contract/recurrence/change-subscription.ts'
import { apiAddress, expect, newReader, signIn, signInAs, siteOrigin, test } from '../fixtures.ts'
import { shopScreen } from '../orders/shop-screen.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'

test('R11.05 an invoice address abroad is told of before the press, and one at home orders', async ({
  page,
  axe,
}) => {
  const reader = await newReader(page, 'zahranicna')
  await signInAs(page, reader)
  const userId = (await page.context().cookies()).find(each => each.name === 'ppi')?.value
  const address = { type: 'invoice', name: 'Jana', surname: 'Nováková', number: '1', city: 'Brno' }
  const added = await page.request.post(apiAddress(`/rest/api/prv/v1/users/${userId}/addresses`), {
    data: { ...address, zip: '602 00', country: 'CZ' },
    headers: { origin: siteOrigin() },
  })
  expect(added.status()).toBe(201)
  const screen = shopScreen(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/obchod/premium_1y')
  await expect(page.getByText(/^Vaša fakturačná adresa alebo IČ\sDPH je zo zahraničia/)).toBeVisible()
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('radio', { name: 'Prevodom na účet' }).check()
  await page.getByLabel('Krajina').selectOption('SK')
  await page.getByLabel('Meno', { exact: true }).fill('Jana')
  await page.getByLabel('Priezvisko').fill('Nováková')
  await page.getByLabel('Číslo domu').fill('5')
  await screen.button(/^Objednať s povinnosťou platby/).click()
  await expect(page.getByLabel(/^PSČ/)).toBeFocused()
  await expect(page.getByLabel('Priezvisko')).toHaveValue('Nováková')
  await page.getByLabel(/^PSČ/).fill('917 01')
  await page.getByLabel('Mesto alebo obec').fill('Trnava')
  await screen.button(/^Objednať s povinnosťou platby/).click()
  await expect(screen.title).toHaveText(/^Objednané\./)

  // That address is known from now on, so the next order asks for nothing.
  await page.goto('/obchod/spectator_1y')
  await expect(page.getByRole('checkbox', { name: /faktúru/ })).not.toBeChecked()
})

test('R11.05 the printed daily, whose form has the delivery only, leads to the addresses', async ({
  page,
  axe,
}) => {
  await page.route('**/purchase-plans/*', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), invoice_abroad: true } })
  })
  await signInAs(page, await newReader(page, 'tlacena'))
  await page.goto('/obchod/premium_print_1y')
  await expect(page.getByRole('button', { name: /^Zaplatiť/ })).toHaveCount(0)
  await axe()
  await page.getByRole('link', { name: 'Prejsť na adresy' }).click()
  await expect(page).toHaveURL(/\/nastavenia#delivery-address$/)
})

test('R11.05 R11.02 a change that is paid at once leads to the addresses instead of a press that is refused', async ({
  page,
  axe,
}) => {
  await page.route('**/subscriptions/*/changes', async route => {
    const response = await route.fetch()
    const changes = await response.json()
    const items = changes.items.map((each: Change) => ({ ...each, invoice_abroad: each.kind === 'at_once' }))
    await route.fulfill({ response, json: { ...changes, items } })
  })
  await signIn(page, 'premium-card')
  await page.goto('/predplatne/zmenit')
  await page.getByRole('link', { name: 'Zvoliť Prémium bez reklamy' }).click()
  await expect(page.getByText(/^Vaša fakturačná adresa alebo IČ\sDPH je zo zahraničia/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Zaplatiť/ })).toHaveCount(0)
  await axe()
  await page.getByRole('link', { name: 'Prejsť na adresy' }).click()
  await expect(page).toHaveURL(/\/nastavenia#delivery-address$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Späť', exact: true }).click()
  await page.getByRole('link', { name: 'Zvoliť Štandard', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Zmeniť od/ })).toBeVisible()
})
