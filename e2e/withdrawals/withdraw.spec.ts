import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { byKeyboard } from '../axe/by-keyboard.ts'
import {
  apiAddress,
  expect,
  forgetSession,
  mailTo,
  newReader,
  signInAs,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { agreedTerms, letTransferArrive } from '../orders/shop-screen.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()

/** A new reader who has paid for a year by transfer. */
async function buy(page: Page, name: string): Promise<{ email: string; order: Order }> {
  const reader = await newReader(page, name)
  await signInAs(page, reader)
  const userId = (await page.context().cookies()).find(each => each.name === 'ppi')?.value
  const answer = await page.request.post(apiAddress(`/rest/api/prv/v1/users/${userId}/orders`), {
    data: { product: 'premium_1y', method: 'bank_transfer', agreed: await agreedTerms(page) },
    headers: { origin: siteOrigin() },
  })
  const order = (await answer.json()) as Order
  await letTransferArrive(page, reader.email)
  return { email: reader.email, order }
}

test('R11.07 R11.06 a reader withdraws in two steps without typing, and sees where the money is', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  const { email } = await buy(page, 'odstupi')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/predplatne')
  const link = main(page).getByRole('link', { name: /^Odstúpiť od zmluvy tu \(do \d+\.\s\S+\s\d{4}\)$/ })
  await expect(link).toBeVisible()
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await keys.press(link)
  await expect(title(page)).toHaveText('Odstúpiť od zmluvy tu')
  await expect(main(page)).toContainText(/Vrátime vám 89,90\s€ na účet, z\sktorého ste platili, do 14\sdní\./)
  await expect(main(page)).toContainText(`Potvrdenie pošleme na ${email}.`)
  await axe()
  expect(await isTooWide(page)).toBe(false)

  await keys.press(page.getByRole('button', { name: 'Pokračovať' }))
  await expect(title(page)).toBeFocused()
  await axe()
  await keys.press(page.getByRole('button', { name: 'Nechať si predplatné' }))
  await expect(title(page)).toHaveText('Odstúpiť od zmluvy tu')
  await keys.press(page.getByRole('button', { name: 'Pokračovať' }))
  await keys.press(page.getByRole('button', { name: 'Potvrdiť odstúpenie' }))
  await expect(title(page)).toHaveText(/^Odstúpenie sme prijali \d+\.\s\S+\s\d{4} o\s\d+:\d\d\.$/)
  await expect(title(page)).toBeFocused()
  await expect(main(page)).toContainText(/89,90\s€ vám na účet, z\sktorého ste platili, vrátime do 14\sdní\./)
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await mailTo(page, email, /odstúpenie od zmluvy sme prijali/)

  await page.reload()
  await expect(title(page)).toHaveText(/^Odstúpenie sme prijali/)
  await keys.press(main(page).getByRole('link', { name: 'Späť na predplatné' }))
  await expect(main(page)).toContainText(/vraciame 89,90\s€ na účet/)
  await expect(main(page).getByRole('link', { name: /^Odstúpiť/ })).toHaveCount(0)
  await axe()
})

test('R11.07 a withdrawal that is under way is not left for keeping the subscription, and what failed is told', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(500)
  await buy(page, 'pomaly')
  await page.goto('/predplatne/odstupit-od-zmluvy')
  await page.getByRole('button', { name: 'Pokračovať' }).click()
  const { asked, letGo } = await hold(page, '**/withdrawals')
  await page.getByRole('button', { name: 'Potvrdiť odstúpenie' }).click()
  await asked()
  await page.getByRole('button', { name: 'Nechať si predplatné' }).dispatchEvent('click')
  await letGo({ status: 500, body: '' })
  await expect(main(page).getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Nechať si predplatné' }).click()
  await expect(title(page)).toHaveText('Odstúpiť od zmluvy tu')
})

test('R11.07 in two tabs it is one withdrawal; with nothing to withdraw from it says so', async ({
  page,
  axe,
}) => {
  await buy(page, 'dvekarty')
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/predplatne/odstupit-od-zmluvy')
    await tab.getByRole('button', { name: 'Pokračovať' }).click()
  }
  await Promise.all(
    [page, other].map(tab => tab.getByRole('button', { name: 'Potvrdiť odstúpenie' }).click()),
  )
  for (const tab of [page, other]) await expect(title(tab)).toHaveText(/^Odstúpenie sme prijali/)
  await other.close()
  await signInAs(page, await newReader(page, 'nicnema'))
  await page.goto('/predplatne/odstupit-od-zmluvy')
  await expect(title(page)).toHaveText('Teraz niet od čoho odstúpiť.')
  await axe()
})

test('R11.07 a visitor withdraws by the number of the order and its e-mail', async ({ page, axe }) => {
  const keys = byKeyboard(page)
  const { email, order } = await buy(page, 'navsteva')
  await forgetSession(page)
  await page.goto('/obchod')
  await page.setViewportSize({ width: 320, height: 640 })
  await keys.press(page.getByRole('contentinfo').getByRole('link', { name: 'Odstúpiť od zmluvy tu' }))
  const step = page.getByRole('heading', { level: 1 })
  await expect(step).toHaveText('Odstúpiť od zmluvy tu')
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await keys.write(page.getByLabel('Číslo objednávky'), 'F-12')
  await keys.write(page.getByLabel(/^E.mail objednávky$/), 'nie')
  await keys.press(page.getByRole('button', { name: 'Pokračovať' }))
  await expect(page.getByLabel('Číslo objednávky')).toBeFocused()
  await expect(page.getByLabel('Číslo objednávky')).toHaveAccessibleDescription(/číslic/)
  await expect(page.getByLabel(/^E.mail objednávky$/)).toHaveValue('nie')
  await axe()
  await keys.write(page.getByLabel('Číslo objednávky'), String(order.id))
  await keys.write(page.getByLabel(/^E.mail objednávky$/), email)
  await keys.press(page.getByRole('button', { name: 'Pokračovať' }))
  const question = page.getByText(`Odstupujete od zmluvy z objednávky číslo ${order.id}`)
  await expect(question).toBeFocused()
  // A second press of the same key sends nothing.
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await axe()
  await keys.press(page.getByRole('button', { name: 'Potvrdiť odstúpenie' }))
  await expect(step).toHaveText(/^Odstúpenie sme prijali/)
  await expect(step).toBeFocused()
  await expect(main(page)).toContainText(`Ak objednávka číslo ${order.id} s`)
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await mailTo(page, email, /odstúpenie od zmluvy sme prijali/)
})
