import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, mailTo, newAddress, newReader, signIn, signInAs, siteOrigin, test } from '../fixtures.ts'
import { aWhile } from '../navigation/open-meanwhile.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'
import { atProvider } from './provider-page.ts'

test('R1.10 R1.18 linked accounts are listed, and one is unlinked after saying what it means', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  await signIn(page, 'linked-accounts')
  await openSettings(page)
  const { linked, dialog } = settings(page)
  const rows = linked.getByRole('list', { name: 'Prihlásenie cez iné služby' }).getByRole('listitem')
  await expect(rows).toHaveText([/^Facebook.*Odpojiť/, /^Google.*Odpojiť/, /^Apple.*Prepojiť/])
  await keys.press(button(linked, 'Odpojiť účet Facebook'))
  await expect(dialog.getByRole('heading')).toHaveText('Odpojíte účet Facebook')
  await axe()
  await keys.press(button(dialog, 'Nechať tak'))

  await keys.press(button(linked, 'Odpojiť účet Facebook'))
  await keys.press(button(dialog, 'Odpojiť účet Facebook'))
  await expect(rows).toHaveText([/^Google.*Odpojiť/, /^Facebook.*Prepojiť/, /^Apple.*Prepojiť/])
  await expect(linked.getByText('Účet Facebook je odpojený.')).toBeVisible()
  await axe()
  // The longest e-mail of the demo, on the narrowest phone.
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('R1.10 R5.10 R8.11 an account is linked over the provider’s page and back, and what is refused is told', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const keys = byKeyboard(page)
  const reader = await newReader(page, 'prepaja')
  await signInAs(page, reader)
  await openSettings(page)
  const { linked, dialog } = settings(page)
  const google = newAddress('google')
  // The storm shield asks for the password; then the redirect to the provider goes on by itself.
  const proofs = await askForPassword(page)
  expectRefusal(422)
  await keys.press(button(linked, 'Prepojiť účet Google'))
  await expect(dialog.getByRole('heading')).toHaveText('Potvrďte, že ste to vy')
  await keys.write(field(dialog, 'Heslo'), reader.password)
  await page.keyboard.press('Enter')
  await atProvider(page).cancel()
  expect(proofs).toEqual([undefined, reader.password])
  await expect(linked.getByText('Prepojenie účtu Google ste zrušili. Nič sa nezmenilo.')).toBeVisible()
  await expect(page).toHaveURL(`${siteOrigin()}/nastavenia#linked-accounts`)

  await page.unroute('**/extern-auth-service/google')
  await keys.press(button(linked, 'Prepojiť účet Google'))
  await atProvider(page).continueAs(google)
  await expect(linked.getByText('Účet Google je prepojený.', { exact: false })).toBeVisible()
  await expect(linked.getByRole('listitem').first()).toHaveText(new RegExp(`^Google${google}.*Odpojiť`))
  await axe()
  // The outcome in the address is shown once.
  await page.reload()
  await expect(linked.getByRole('listitem').first()).toHaveText(/^Google/)
  await expect(linked.getByText('Účet Google je prepojený.', { exact: false })).toHaveCount(0)

  // Apple answers by a form from another site, and belongs to somebody else.
  await keys.press(button(linked, 'Prepojiť účet Apple'))
  const apple = newAddress('apple')
  await atProvider(page).continueAs(apple)
  await expect(linked.getByText('Účet Apple je prepojený.', { exact: false })).toBeVisible()
  // A reader in English.
  await signIn(page, 'future-subscription')
  await openSettings(page)
  const english = page.getByRole('region', { name: 'Signing in' })
  await keys.press(button(english, 'Link the Apple account'))
  await atProvider(page).continueAs(apple)
  await expect(english.getByRole('alert')).toHaveText(
    'This account is already linked to another profile. Unlink it there first.',
  )
  await axe()
})

test('R1.10 Subscribe with Google is listed among them while it is linked, and unlinked there', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  let isLinked = true
  await page.route(/\/prv\/v1\/users\/\d+$/, async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), swg_linked: isLinked } })
  })
  await page.route('**/extern-auth-service/swg', async route => {
    isLinked = false
    await route.fulfill({ status: 204 })
  })
  await signIn(page, 'premium-card')
  await openSettings(page)
  const { linked, dialog } = settings(page)
  await expect(linked.getByRole('listitem').filter({ hasText: 'Subscribe with Google' })).toBeVisible()
  await keys.press(button(linked, 'Odpojiť účet Subscribe with Google'))
  await axe()
  await keys.press(button(dialog, 'Odpojiť účet Subscribe with Google'))
  await expect(linked.getByText('Účet Subscribe with Google je odpojený.')).toBeVisible()
  await expect(linked.getByRole('listitem').filter({ hasText: 'Subscribe with Google' })).toHaveCount(0)
})

test('R1.18 R10.02 main and linked account see each other, say what for, and part from either side', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const keys = byKeyboard(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'linked-account')
  await openSettings(page)
  const { linked, dialog } = settings(page)
  const rows = linked.getByRole('list', { name: 'Vaše účty' }).getByRole('listitem')
  await expect(linked).toContainText('Tieto účty vedieme ako účty jedného človeka.')
  await expect(rows).toHaveText([
    /^zuzana\.hudecova@example\.comhlavný účet$/,
    /^zuzana\.praca@example\.skpridružený účet · tento účetOdpojiť/,
  ])
  await keys.press(button(linked, 'Odpojiť účet zuzana.praca@example.sk od hlavného'))
  await expect(dialog.getByRole('heading')).toHaveText('Odpojíte tento účet od hlavného')
  await axe()
  await page.keyboard.press('Escape')

  // Unlinked on the other side meanwhile: the dialog says so, and nothing is lost.
  expectRefusal(422)
  await page.route('**/linked-accounts/*', route =>
    route.fulfill({ status: 422, json: { errors: [{ key: 'link_not_connected', message: '' }] } }),
  )
  await keys.press(button(linked, 'Odpojiť účet zuzana.praca@example.sk od hlavného'))
  await keys.press(button(dialog, 'Odpojiť účet'))
  await expect(dialog.getByRole('alert')).toContainText('Tento účet nie je prepojený')
  await page.unroute('**/linked-accounts/*')

  await page.goto('about:blank')
  await signIn(page, 'linked-accounts')
  await openSettings(page)
  await keys.press(button(linked, 'Odpojiť účet zuzana.praca@example.sk'))
  await expect(dialog.getByRole('heading')).toHaveText('Odpojíte účet zuzana.praca@example.sk')
  await keys.press(button(dialog, 'Odpojiť účet'))
  await expect(linked.getByText('Účet zuzana.praca@example.sk je odteraz samostatný.')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await axe()
  for (const reader of ['zuzana.praca@example.sk', 'zuzana.hudecova@example.com']) {
    await mailTo(page, reader, 'zuzana.praca@example.sk už nie je pridružený')
  }

  // The other one is its own account at once, too.
  await page.goto('about:blank')
  await signIn(page, 'linked-account')
  await openSettings(page)
  await expect(linked.getByText('Zatiaľ nemáte prepojený žiadny účet.', { exact: false })).toBeVisible()
  await expect(rows).toHaveCount(0)
})

/** Mocks a storm shield on the first linking; returns the proofs sent with each call. */
async function askForPassword(page: Page): Promise<(string | undefined)[]> {
  const proofs: (string | undefined)[] = []
  await page.route('**/extern-auth-service/google', (route, request) => {
    if (request.method() !== 'POST') return route.continue()
    proofs.push(request.headers()['x-storm-shield-answer'])
    if (proofs.length > 1) return route.continue()
    const challenge = { id: 'challenge', kind: 'password' }
    return route.fulfill({
      status: 422,
      json: { errors: [{ key: 'storm_shield', message: '' }], challenge },
    })
  })
  return proofs
}

test('R8.11 an account that was unlinked in another window is told as such', async ({
  page,
  expectRefusal,
}) => {
  await signIn(page, 'card-expiring')
  await openSettings(page)
  const { linked, dialog } = settings(page)
  expectRefusal(422)
  await page.route('**/extern-auth-service/google', route =>
    route.fulfill({ status: 422, json: { errors: [{ key: 'link_not_connected', message: '' }] } }),
  )
  await button(linked, 'Odpojiť účet Google').click()
  await button(dialog, 'Odpojiť účet Google').click()
  await expect(dialog.getByRole('alert')).toContainText('Tento účet nie je prepojený s\u00a0vaším profilom.')
})

test('the last way to sign in has no button, and says what to do first', async ({ page, axe }) => {
  await signIn(page, 'card-expiring')
  await page.route(/\/rest\/api\/prv\/v1\/users\/\d+$/, async route => {
    const answer = await route.fetch()
    const user = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...user, has_password: false, confirmed: false } })
  })
  await openSettings(page)
  const { linked } = settings(page)
  await expect(linked.getByText(/preto ho odpojiť nemôžete/)).toBeVisible()
  await expect(linked.getByRole('button', { name: /^Odpojiť/ })).toHaveCount(0)
  await expect(linked.getByText(/^Heslo zatiaľ nemáte/)).toBeVisible()
  await expect(linked.getByRole('link', { name: 'Zvoľte si ho' })).toHaveAttribute(
    'href',
    /\/login\/forgotten-password$/,
  )
  await axe()
})

test('R13.01 with a passkey the only account of another service has its button', async ({ page }) => {
  await signIn(page, 'card-expiring')
  await page.route(/\/rest\/api\/prv\/v1\/users\/\d+$/, async route => {
    const answer = await route.fetch()
    const user = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...user, has_password: false, confirmed: false } })
  })
  const passkey = {
    id: 'x'.repeat(22),
    name: 'Notebook',
    created_at: '2026-01-01T00:00:00Z',
    last_used_at: null,
  }
  await page.route('**/passkeys', route => route.fulfill({ json: { items: [passkey] } }))
  await openSettings(page)
  const { linked } = settings(page)
  await expect(linked.getByText('Notebook', { exact: true })).toBeVisible()
  await expect(button(linked, 'Odpojiť účet Google')).toBeVisible()
  await expect(linked.getByText(/preto ho odpojiť nemôžete/)).toHaveCount(0)
})

test('R1.10 who leaves while the provider’s page is asked for stays on the other page', async ({ page }) => {
  await signInAs(page, await newReader(page, 'odchadza'))
  await openSettings(page)
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/extern-auth-service/google', async route => {
    await left
    await route.fulfill({ json: { redirect_url: 'https://poskytovatel.example/' } })
  })
  await button(settings(page).linked, 'Prepojiť účet Google').click()
  await page.getByRole('link', { name: 'Predplatné' }).first().click()
  await expect(page).toHaveURL(/\/predplatne$/)
  const answered = page.waitForResponse('**/extern-auth-service/google')
  leave()
  await (await answered).finished()
  await aWhile(page)
  await expect(page).toHaveURL(/\/predplatne$/)
})
