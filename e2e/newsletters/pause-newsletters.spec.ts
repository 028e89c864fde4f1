import type { Page } from '@playwright/test'
import { expect, newAddress, newReader, signInAs, test } from '../fixtures.ts'
import { loseAnswer } from '../lose-answer.ts'
import { signupLink } from './signup-link.ts'

const answer = (page: Page) => page.getByRole('tabpanel').getByRole('heading', { level: 2 })
const start = (page: Page) => page.getByText('Pozastaviť všetky newslettery')
const submit = (page: Page) => page.getByRole('button', { name: 'Pozastaviť', exact: true })
const resume = (page: Page) => page.getByRole('button', { name: 'Posielať znova hneď' })

/** Opens the page as a reader of the test's own who gets one newsletter. */
async function open(page: Page): Promise<void> {
  await signInAs(page, await newReader(page, 'prestavka'))
  await page.goto('/e-maily')
  const first = page.getByRole('switch').first()
  await Promise.all([page.waitForResponse(each => each.url().includes('/newsletters/')), first.click()])
  await expect(answer(page)).toContainText('Chodí vám 1')
}

test('R13.09 all newsletters are paused till a day by keyboard, changed meanwhile, and resumed by one press', async ({
  page,
  axe,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await open(page)
  await start(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'O mesiac' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'O tri mesiace' })).toBeChecked()
  await axe()
  await submit(page).focus()
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('Newslettery sú pozastavené. Znova ich pošleme od')
  await expect(answer(page)).toBeFocused()
  await expect(page.getByText('všetko zostáva, ako bolo')).toBeVisible()
  await axe()
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)

  const first = page.getByRole('switch').first()
  const second = page.getByRole('switch').nth(1)
  await Promise.all([page.waitForResponse(each => each.url().includes('/newsletters/')), second.click()])
  await page.reload()
  await expect(answer(page)).toContainText('pozastavené')
  await expect(second).toBeChecked()
  await expect(page.getByText('Zapnuté máte 2 newslettery')).toBeVisible()

  await resume(page).focus()
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('Chodia vám 2')
  await expect(answer(page)).toBeFocused()
  await expect(first).toBeChecked()
})

test('R13.09 an own day is checked at its field, a failure keeps what was chosen, and another tab can follow', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await open(page)
  const tab = await page.context().newPage()
  await tab.goto('/e-maily')
  await start(page).click()
  await page.getByRole('radio', { name: 'V iný deň' }).check()
  const day = page.getByLabel('Znova posielať od')
  await submit(page).click()
  await expect(day).toHaveAccessibleDescription(/Vyberte, prosím, deň od zajtra/)
  await expect(day).toBeFocused()
  expectRefusal(422)
  await day.fill('2031-01-01')
  await submit(page).click()
  await expect(day).toHaveAccessibleDescription(/najneskôr o\u00a0šesť mesiacov/)
  await axe()

  expectRefusal(503)
  await page.route('**/newsletter-pause', route => route.fulfill({ status: 503, body: '' }))
  const last = (await day.getAttribute('max')) ?? ''
  await day.fill(last)
  await submit(page).click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toBeVisible()
  await expect(day).toHaveValue(last)
  await page.unroute('**/newsletter-pause')
  await submit(page).click()
  await expect(answer(page)).toContainText('pozastavené')

  // The other tab has not heard of it: its pause is the later one.
  await start(tab).click()
  await submit(tab).click()
  await expect(answer(tab)).toContainText('pozastavené')
  await resume(tab).click()
  await expect(answer(tab)).toContainText(/^Chod/)
  await resume(page).click()
  await expect(answer(page)).toContainText(/^Chod/)
})

test('R13.09 who has no account pauses by the mailed link, in English too', async ({ page, axe }) => {
  const link = await signupLink(page, newAddress('prestavka'), ['ranny-vyber'])
  await page.goto(`${link}?lang=en`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Pause all newsletters').click()
  await page.getByRole('radio', { name: 'In two weeks' }).check()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const heading = page.getByRole('heading', { level: 2 }).first()
  await expect(heading).toContainText('Your newsletters are paused.')
  await axe()
  await page.getByRole('button', { name: 'Resume now' }).click()
  await expect(heading).toHaveText('You receive 1 newsletter.')
})

test('R13.09 R8.13 a pause and its end are shown as they are, once their answers were lost', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await open(page)
  await loseAnswer(page, '**/newsletter-pause', 'PUT')
  await start(page).click()
  await submit(page).click()
  await expect(answer(page)).toContainText('pozastavené')
  await loseAnswer(page, '**/newsletter-pause', 'DELETE')
  await resume(page).click()
  await expect(answer(page)).toContainText('Chodí vám 1')
})

test('R13.09 R8.13 so they are behind the mailed link', async ({ page, expectRefusal }) => {
  expectRefusal('no answer')
  await page.goto(await signupLink(page, newAddress('prestavka'), ['ranny-vyber']))
  await page.getByRole('button', { name: 'Potvrdiť odber' }).click()
  await loseAnswer(page, '**/newsletters/links/*/pause', 'PUT')
  await start(page).click()
  await submit(page).click()
  await expect(resume(page)).toBeVisible()
  await loseAnswer(page, '**/newsletters/links/*/pause', 'DELETE')
  await resume(page).click()
  await expect(start(page)).toBeVisible()
})
