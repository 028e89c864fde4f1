import type { Page } from '@playwright/test'
import { expect, newAddress, test } from '../fixtures.ts'
import { loseAnswer } from '../lose-answer.ts'
import { newAdministrator } from './new-company.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) => main(page).getByRole('table').getByRole('rowheader')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const addresses = /\/accesses$/

test.beforeEach(async ({ page, expectRefusal }) => {
  expectRefusal('no answer')
  await newAdministrator(page, 'company_premium_5')
  await page.goto('/pre-firmy?lang=en')
})

test('R13.12 a list whose answer was lost is told as done, and so is an act with many', async ({ page }) => {
  await main(page).getByText('upload a list').click()
  const list = main(page).getByLabel('Addresses')
  await list.fill([newAddress('anna'), newAddress('boris')].join('\n'))
  await button(page, 'See what will change').click()
  await loseAnswer(page, addresses)
  await button(page, 'Confirm the changes').click()
  await expect(main(page)).toContainText(/We added 2\speople/)
  await expect(main(page)).not.toContainText('still to be added')
  await expect(list).toHaveValue('')
  await expect(rows(page)).toHaveCount(2)

  await main(page)
    .getByLabel(/^Select those shown/)
    .check()
  await loseAnswer(page, '**/accesses/changes')
  await button(page, 'Deactivate (2)').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Deactivate (2)' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(main(page)).toContainText(/Access was deactivated for 2\speople/)
  await expect(main(page)).not.toContainText('not tried')
  await expect(main(page)).not.toContainText('Selected')
})

test('R4.10 an access whose answer was lost is in the list', async ({ page }) => {
  const anna = newAddress('anna')
  await loseAnswer(page, addresses)
  await main(page).getByLabel('E-mail', { exact: true }).fill(anna)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText([anna])
  await expect(main(page).getByText(/given out/)).toContainText('1 given out, 5 in total')
})

test('R4.10 an own access whose answer was lost is not offered again', async ({ page }) => {
  const offer = main(page).getByText('You do not have a seat yourself yet')
  await expect(offer).toBeVisible()
  await loseAnswer(page, addresses)
  await button(page, 'Take a seat yourself').click()
  await expect(offer).toHaveCount(0)
  await expect(rows(page)).toHaveCount(1)
})
