import type { Page } from '@playwright/test'
import { demoReader, expect, test } from '../fixtures.ts'
import { giveEmailAndPassword } from '../identity/login-screen.ts'
import { withOwnServer } from '../own-server.ts'
import { button, field, settings } from '../settings-navigation/settings-screen.ts'

const operate = await withOwnServer()

/** Staff set or end a mode; every server knows it within two seconds. */
async function staff(page: Page, ...words: string[]): Promise<void> {
  await operate('mode', ...words, '--note', 'Skúška')
  await page.waitForTimeout(2000)
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const expectNarrow = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('R13.19 read-only: a name that was typed is kept, one sentence says why, and it is saved once it ends', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(503)
  await page.goto('/nastavenia')
  await giveEmailAndPassword(page, await demoReader(page, 'premium-card'))
  await expect(heading(page)).toHaveText('Nastavenia profilu')
  const { mainData } = settings(page)
  await mainData.getByText('Zmeniť meno', { exact: true }).click()
  await field(mainData, 'Meno a priezvisko').fill('Jana Nováková')
  await staff(page, 'set', 'read_only')
  await button(mainData, 'Uložiť meno').click()
  await expect(mainData.getByText(/zmeny teraz neukladáme. Nič sa nestratilo/)).toBeVisible()
  await expect(mainData.getByText('Znova to môžete skúsiť o 10 minút.')).toBeVisible()
  await expect(field(mainData, 'Meno a priezvisko')).toHaveValue('Jana Nováková')
  await axe()

  const another = await page.context().newPage()
  await another.goto('/predplatne')
  await expect(another.getByText('Teraz sa nedá nič zmeniť.')).toBeVisible()
  await expect(heading(another)).toBeVisible()
  await expectNarrow(another)
  await another.close()

  await staff(page, 'end')
  await button(mainData, 'Uložiť meno').click()
  await expect(mainData.getByText('Jana Nováková')).toBeVisible()
})

test('R13.19 read-only: sign-in, sign-out and the help form stand, in English, and say until when', async ({
  page,
  axe,
}) => {
  await staff(page, 'set', 'read_only', '--until', new Date(Date.now() + 3_600_000).toISOString())
  await page.goto('/faq?napiste=other&lang=en')
  await expect(page.getByText('Nothing can be changed right now.')).toBeVisible()
  await expect(page.getByText(/Expected to end: (today|\d)/)).toBeVisible()
  await expect(heading(page)).toBeVisible()
  await axe()
  await page.getByLabel('Your message').fill('When will it work again?')
  await page.getByLabel(/^E.mail/).fill('jana@example.com')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(heading(page)).toHaveText(/number \d+/)
  await page.goto('/predplatne?lang=sk')
  await giveEmailAndPassword(page, await demoReader(page, 'none'))
  await expect(page.getByText('Teraz sa nedá nič zmeniť.')).toBeVisible()
  await page.getByRole('button', { name: 'Odhlásiť sa' }).first().click()
  await expect(page).toHaveTitle(/^Odhlásili sme vás/)
  await staff(page, 'end')
})

test('R13.19 maintenance: a calm page for the account, questions and help stand, and it opens again', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(503)
  await staff(page, 'set', 'maintenance')
  await page.goto('/nastavenia')
  await expect(heading(page)).toHaveText('Na účtoch práve pracujeme.')
  await axe()
  await expectNarrow(page)
  await page.getByRole('main').getByRole('link', { name: 'Časté otázky' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByText('Na účtoch práve pracujeme.')).toBeVisible()
  await expect(heading(page)).toBeVisible()
  await axe()
  await page.getByRole('banner').getByRole('link', { name: 'Prihlásiť sa' }).first().click()
  await giveEmailAndPassword(page, await demoReader(page, 'premium-card'))
  await expect(page).toHaveURL(/\/faq$/)
  await page.goto('/predplatne')
  await expect(page.getByText(/^Predplatné platí/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Napíšte nám' }).click()
  await expect(heading(page)).toHaveText('S čím vám pomôžeme?')
  await page.goBack()
  await staff(page, 'end')
  await page.getByRole('button', { name: 'Načítať stránku znova' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Prémium/)
})
