import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const goOn = (page: Page) => main(page).getByRole('link', { name: /^(Pokračovať|Go on)$/ })
const keep = (page: Page) => main(page).getByRole('link', { name: /^(Nechať zapnuté|Keep it on)$/ })
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()

async function openFlow(page: Page, situation: string): Promise<void> {
  await signIn(page, situation)
  await page.goto('/predplatne')
  await main(page)
    .getByRole('link', { name: /^(Vypnúť obnovovanie|Turn renewal off)$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/predplatne\/vypnut-obnovovanie\?predplatne=\d+/)
}

for (const [width, situation] of [
  [390, 'premium-card'],
  [1280, 'premium-no-ads'],
] as const) {
  test(`R4.06 R4.07 R4.08 renewal is turned off in steps and on again, ${width} px`, async ({
    page,
    axe,
  }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width, height: 844 })
    await openFlow(page, situation)
    const screens: string[] = []
    // The steps depend on what is offered and answered; each keeps the reader's way back as easy as going on.
    await expect(title(page)).toHaveText(/zostane do\s\d+\.\s\p{L}+\s\d{4}\.$/u)
    for (let step = 0; step < 6 && (await goOn(page).isVisible()); step++) {
      await axe()
      expect(await isTooWide(page)).toBe(false)
      const [one, two] = await Promise.all([keep(page).boundingBox(), goOn(page).boundingBox()])
      expect(one?.height).toBe(two?.height)
      const here = page.url()
      screens.push(here)
      await goOn(page).click()
      await expect(page).not.toHaveURL(here)
      await expect(title(page)).toBeVisible()
    }
    expect(screens.length).toBeGreaterThanOrEqual(4)
    // The last step tells the end once more, and Back keeps what was written.
    await expect(title(page)).toHaveText(/^Posledný krok: .+ bude platiť do\s\d+\.\s\p{L}+\s\d{4}\.$/u)
    await page.getByRole('textbox').fill('Čítam len športové správy.')
    await axe()
    await page.goBack()
    await page.goForward()
    await expect(page.getByRole('textbox')).toHaveValue('Čítam len športové správy.')
    await page.reload()
    await expect(page.getByRole('textbox')).toHaveValue('Čítam len športové správy.')

    await page.getByRole('button', { name: 'Vypnúť obnovovanie' }).click()
    await expect(page).toHaveURL(/krok=hotovo$/)
    await expect(title(page)).toHaveText(/^Obnovovanie je vypnuté\. .+ máte do\s\d+\.\s\p{L}+\s\d{4}\.$/u)
    await axe()
    await main(page).getByRole('link', { name: 'Späť na predplatné' }).click()
    await expect(main(page)).toContainText('Obnovovanie ste vypli.')

    await main(page).getByRole('link', { name: 'Zapnúť obnovovanie' }).click()
    await expect(title(page)).toHaveText(/obnoví\.$/)
    await axe()
    await page.getByRole('button', { name: 'Zapnúť obnovovanie' }).click()
    await expect(title(page)).toHaveText('Obnovovanie je zapnuté.')
    await main(page).getByRole('link', { name: 'Späť na predplatné' }).click()
    await expect(main(page).getByRole('link', { name: 'Vypnúť obnovovanie' })).toBeVisible()
  })
}

test('R4.07 leaving midway changes nothing, and answers are there when the reader comes back', async ({
  page,
}) => {
  await openFlow(page, 'banned-discussions')
  await goOn(page).click()
  await goOn(page).click()
  await expect(page).toHaveURL(/krok=dovody$/)
  const option = page.getByRole('group').first().getByRole('radio').or(page.getByRole('checkbox')).first()
  await option.check()
  await page.goBack()
  await page.goForward()
  await expect(option).toBeChecked()
  await keep(page).click()
  await expect(page).toHaveURL(/\/predplatne$/)
  await expect(main(page).getByRole('link', { name: 'Vypnúť obnovovanie' })).toBeVisible()
})

test('R8.13 a stop that fails says that renewal stays on, and nothing written is lost', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(422)
  await openFlow(page, 'nickname-approved')
  await page.route('**/recurrence', route =>
    route.fulfill({ status: 422, json: { errors: [{ key: 'recurrence_too_late', message: '' }] } }),
  )
  const address = new URL(page.url())
  await page.goto(`${address.pathname}?predplatne=${address.searchParams.get('predplatne')}&krok=odkaz`)
  await page.getByRole('textbox').fill('Dôvod')
  await page.getByRole('button', { name: 'Vypnúť obnovovanie' }).click()
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText('zatiaľ zostáva zapnuté')
  await expect(alert).toContainText('48')
  await expect(page.getByRole('textbox')).toHaveValue('Dôvod')
})

test('R9.01 the steps speak English', async ({ page, axe }) => {
  await page.addInitScript(() => localStorage.setItem('profil_language', 'en'))
  await signIn(page, 'card-expiring')
  await page.goto('/predplatne/vypnut-obnovovanie?predplatne=999999')
  await expect(title(page)).toHaveText(/We have not found this subscription\.|Toto predplatné sme nenašli\./)
  await axe()
})
