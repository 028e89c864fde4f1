import type { Page } from '@playwright/test'
import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { demoReader, expect, test } from '../fixtures.ts'
import { giveEmailAndPassword } from '../identity/login-screen.ts'
import { withOwnServer } from '../own-server.ts'
import { button, field, settings } from '../settings-navigation/settings-screen.ts'

const operate = await withOwnServer()

let authorization = ''
test.beforeAll(async () => {
  const said = await operate('tokens', 'create', '--name', 'modes', '--scopes', 'mode:write')
  authorization = `Bearer ${/profil_ops_[\w-]+/.exec(said)?.[0]}`
})

/** Staff set a mode, or open everything again. @param until when it ends by itself */
async function staff(page: Page, name: 'read_only' | 'maintenance' | 'open', until?: string): Promise<void> {
  const note = 'Skúška'
  const [path, method, data] =
    name === 'open' ? ['/mode/end', 'POST', { note }] : ['/mode', 'PUT', { name, until, note }]
  const answer = await page.request.fetch(`/ops/v1${path}`, { method, data, headers: { authorization } })
  expect(answer.ok(), await answer.text()).toBe(true)
  // Every server knows it within two seconds.
  await expect
    .poll(async () => {
      const config = (await (await page.request.get('/config.json')).json()) as RuntimeConfig
      return config.service_mode?.name ?? 'open'
    })
    .toBe(name)
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
  await staff(page, 'read_only')
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

  await staff(page, 'open')
  await button(mainData, 'Uložiť meno').click()
  await expect(mainData.getByText('Jana Nováková')).toBeVisible()
})

test('R13.19 read-only: sign-in, sign-out and the help form stand, in English, and say until when', async ({
  page,
  axe,
}) => {
  await staff(page, 'read_only', new Date(Date.now() + 3_600_000).toISOString())
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
  // A call that is under way while the session ends would be refused.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Odhlásiť sa' }).first().click()
  await expect(page).toHaveTitle(/^Odhlásili sme vás/)
  await staff(page, 'open')
})

test('R13.19 maintenance: a calm page for the account, questions and help stand, and it opens again', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(503)
  await staff(page, 'maintenance')
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
  await staff(page, 'open')
  await page.getByRole('button', { name: 'Načítať stránku znova' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Prémium/)
})
