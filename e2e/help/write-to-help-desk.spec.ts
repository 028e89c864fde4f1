import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, mailTo, newAddress, signIn, test } from '../fixtures.ts'

const form = (page: Page) => ({
  message: page.getByLabel('Vaša správa'),
  email: page.getByLabel(/^E.mail, na ktorý vám odpovieme/),
  send: page.getByRole('button', { name: 'Odoslať správu' }),
  withDetails: page.getByRole('checkbox', { name: /Priložiť údaje/ }),
  details: page.locator('pre'),
})

test('R13.15 a visitor writes: topic, act first, fault at its field, number and copy', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  const { message, email, send } = form(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/faq?napiste')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('S čím vám pomôžeme?')
  await expect(page.getByRole('list', { name: 'Témy' }).getByRole('link')).toHaveCount(6)
  await axe()
  await keys.press(page.getByRole('link', { name: 'Platby a doklady' }))
  await expect(page).toHaveURL(/\/faq\?napiste=payment$/)
  for (const act of ['Zobraziť doklady', 'Zmeniť kartu']) {
    await expect(page.getByRole('main').getByRole('link', { name: act })).toBeVisible()
  }
  await keys.write(message, 'Strhli ste mi to dvakrát.\nProsím o vrátenie.')
  await keys.press(send)
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid')
  await axe()
  const address = newAddress('napisal')
  await keys.write(email, address)
  await keys.press(send)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Správu sme prijali pod číslom \d+\.$/)
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(/^Správu sme prijali pod číslom \d+ - Profil$/)
  await axe()
  const number = /\d+/.exec((await heading.textContent()) ?? '')?.[0] ?? ''
  const copy = await mailTo(page, address, /správu sme prijali pod číslom/)
  expect(copy.subject).toContain(number)
  const asked = await mailTo(page, 'pomoc@dennik.example', new RegExp(number))
  expect(asked.text).toContain('Strhli ste mi to dvakrát.')
  expect(asked.text).toContain('Prehliadač: Mozilla')
})

test('R13.15 the way from an answer to the form is an arrival: at its top, at its heading; the way back keeps the place', async ({
  page,
}) => {
  const main = page.getByRole('main')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/faq')
  await main.locator('summary').last().click()
  await main.getByRole('button', { name: 'Nie' }).last().click()
  await main
    .getByRole('link', { name: /Napíšte nám/ })
    .last()
    .click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(page).toHaveURL(/\?napiste/)
})

test('R13.15 each page within the questions has a title of its own, which is read out, and begins at its top', async ({
  page,
}) => {
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  const isNamed = async (title: string | RegExp) => {
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('status').filter({ hasText: title })).toHaveCount(1)
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
  }
  // Lower than each of them.
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/faq?napiste')
  await expect(page).toHaveTitle('S čím vám pomôžeme? - Profil')
  await main.getByRole('link', { name: 'Noviny do schránky a iné' }).click()
  await isNamed('Napíšte nám: Noviny do schránky a iné - Profil')
  await main.getByRole('link', { name: 'Vybrať inú tému' }).click()
  await isNamed('S čím vám pomôžeme? - Profil')
  await main.getByRole('link', { name: 'Údaje o zariadení a predplatnom' }).click()
  await isNamed('Údaje o zariadení a predplatnom - Profil')
  await main.getByRole('link', { name: 'Napíšte nám' }).click()
  await isNamed('S čím vám pomôžeme? - Profil')
  await main.getByRole('link', { name: 'Späť na časté otázky' }).click()
  await isNamed('Časté otázky - Profil')
})

test('R13.15 a reader sees what is sent with the message, and leaves it out; the address is filled in', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  const { message, email, send, withDetails, details } = form(page)
  const reader = await signIn(page, 'premium-card')
  await page.goto('/faq?napiste=reading')
  await expect(email).toHaveValue(reader.email)
  await expect(page.getByLabel('Meno (nepovinné)')).toHaveValue('Jana Kováčová')
  await keys.press(page.getByText('Čo priložíme'))
  await expect(details).toContainText('Predplatné: Prémium')
  await expect(details).toContainText(reader.email)
  await axe()
  await keys.press(withDetails, 'Space')
  await expect(details).toHaveCount(0)
  await keys.write(message, 'Nejde mi to.')
  const sent = page.waitForRequest('**/help-requests')
  await keys.press(send)
  expect((await sent).postDataJSON()).toMatchObject({ details: '', topic: 'reading' })
  await expect(page.getByText('Správu sme prijali')).toBeVisible()
})

test('R13.15 what describes the device and the subscriptions is copied with one press', async ({
  page,
  axe,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'premium-card')
  await page.goto('/faq?udaje')
  await expect(form(page).details).toContainText('Predplatné: Prémium')
  await axe()
  await page.getByRole('button', { name: 'Kopírovať údaje' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Údaje sú skopírované.' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Prehliadač: Mozilla')
})

test('R8.01 a message that could not be sent is kept, and sent by the next press', async ({
  page,
  expectRefusal,
}) => {
  const { message, email, send } = form(page)
  expectRefusal(500)
  await page.goto('/faq?napiste=other')
  await message.fill('Noviny neprišli.')
  await email.fill(newAddress('znova'))
  await page.route('**/help-requests', route => route.fulfill({ status: 500, json: { errors: [] } }))
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await expect(message).toHaveValue('Noviny neprišli.')
  await page.unroute('**/help-requests')
  await send.click()
  await expect(page.getByText('Správu sme prijali')).toBeVisible()
})

test('R13.15 the telephone stands with its hours as they are now', async ({ page }) => {
  let now = ''
  await page.route(/\/config\.json/, async route => {
    const answer = await route.fetch()
    const open = [25, 26].map(day => ({ from: `2026-11-${day}T07:00:00Z`, to: `2026-11-${day}T15:00:00Z` }))
    const json = { ...(await answer.json()), help_phone: { number: '+421 2 5555 0100', open } }
    await route.fulfill({ json, headers: { date: new Date(now).toUTCString() } })
  })
  for (const [at, says] of [
    ['2026-11-25T05:00:00Z', /ozvite sa dnes od 8:00/],
    ['2026-11-25T09:00:00Z', /teraz sme tu, do 16:00/],
    ['2026-11-25T16:00:00Z', /ozvite sa zajtra od 8:00/],
  ] as const) {
    now = at
    await page.clock.setFixedTime(new Date(now))
    await page.goto('/faq?napiste')
    await expect(page.getByText(says)).toBeVisible()
  }
  await expect(page.getByRole('link', { name: '+421 2 5555 0100' })).toHaveAttribute(
    'href',
    'tel:+421255550100',
  )
})

test('R13.15 a known trouble stands on top of the questions', async ({ page, axe }) => {
  await page.route(/\/config\.json/, async route => {
    const answer = await route.fetch()
    const known_troubles = [
      {
        code: 'e-knihy',
        title: { sk: 'E-knihy sa teraz nedajú stiahnuť.', en: 'E-books cannot be downloaded now.' },
        text: { sk: 'Opravujeme to, skúste to večer.', en: 'We are mending it.' },
        link: 'https://stav.dennik.example/',
        access: ['eknihy'],
      },
    ]
    await route.fulfill({ response: answer, json: { ...(await answer.json()), known_troubles } })
  })
  await page.goto('/faq')
  await expect(page.getByText('E-knihy sa teraz nedajú stiahnuť.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Viac o tom' })).toHaveAttribute(
    'href',
    'https://stav.dennik.example/',
  )
  await axe()
})
