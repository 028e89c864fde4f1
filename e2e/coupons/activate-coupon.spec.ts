import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, forgetSession, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { codeScreen, demoCode, showCode } from './code-screen.ts'

const path = '/predplatne-cez-kod'

test('R1.13 R2.11 R4.13 journey, 1 press: a code from a link in a mail is shown at once, used once and gone', async ({
  page,
  presses,
  axe,
  expectRefusal,
}) => {
  await signInAs(page, await newReader(page, 'kod'))
  const code = await demoCode(page, 'unused')
  await page.goto(`${path}?activation_code=${code}`)
  await expect(page).toHaveTitle('Predplatné cez kód - Profil')
  const screen = codeScreen(page)
  const keys = byKeyboard(page)
  await expect(screen.answer).toHaveText(/^Kód vám dáva Darčekové Prémium do \d+\.\s\p{L}+\s\d{4}\.$/u)
  await expect(screen.answer).toBeFocused()
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Všetky články na webe' })).toBeVisible()
  await axe()

  await keys.press(screen.button('Použiť kód'))
  await expect(screen.answer).toHaveText(/^Hotovo, Darčekové Prémium máte do/)
  await presses.expect(1)
  await expect(screen.answer).toBeFocused()
  await expect(page).toHaveURL(path)
  // The menu asks for the next one, the step back shows again what was given.
  await page.getByRole('navigation').getByRole('link', { name: 'Predplatné cez kód' }).first().click()
  await expect(screen.code).toHaveValue('')
  await page.goBack()
  await expect(screen.answer).toHaveText(/^Hotovo, Darčekové Prémium máte do/)

  await keys.press(screen.link('Prejsť na predplatné'))
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Darčekové Prémium máte do/)

  expectRefusal(422)
  await page.goto(path)
  await expect(screen.code).toHaveValue('')
  // The mail's link again: its code is in the field, with the refusal.
  await page.goto(`${path}?activation_code=${code}`)
  await expect(page.getByText('Tento kód už bol použitý.')).toBeVisible()
  await expect(screen.code).toHaveValue(code)
  await expect(screen.code).toBeFocused()
})

test('R5.08 R8.09 an empty, a used, an expired and an unknown code each say what to do', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'none')
  expectRefusal(422)
  await page.goto(path)
  const screen = codeScreen(page)
  for (const [code, told, next] of [
    ['', 'Toto pole je požadované', undefined],
    [await demoCode(page, 'used'), 'Tento kód už bol použitý.', 'Online predplatné'],
    [await demoCode(page, 'expired'), 'Platnosť tohto kódu sa skončila.', 'bez kódu'],
    ['ABCD-EFGH-2345-6789', 'Taký kód nepoznáme.', 'pomoc@dennik.example'],
  ] as const) {
    await showCode(page, code)
    await expect(screen.code).toHaveAccessibleDescription(new RegExp(told))
    await expect(screen.code).toBeFocused()
    await expect(screen.code).toHaveValue(code)
    if (next !== undefined) await expect(screen.link(next)).toBeVisible()
  }
  await axe()
  await screen.code.press('End')
  await screen.code.press('Backspace')
  await expect(screen.code).not.toHaveAttribute('aria-invalid')
})

test('R5.08 a code of nothing but spaces and dashes is refused without being asked about', async ({
  page,
}) => {
  await signIn(page, 'none')
  await page.goto(path)
  const screen = codeScreen(page)
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/coupon-previews')) asked.push(request.postData() ?? '')
  })
  for (const code of ['', '   ', '--', ' – — _ ']) {
    await showCode(page, code)
    await expect(screen.code).toHaveAccessibleDescription(/Toto pole je požadované/)
    await expect(screen.code).toBeFocused()
    await screen.code.fill('A')
    await expect(screen.code).not.toHaveAttribute('aria-invalid')
  }
  expect(asked).toEqual([])
})

test('R1.13 a code that was typed is in the address as long as it is shown: a reload and a step back show it again', async ({
  page,
}) => {
  await signInAs(page, await newReader(page, 'adresa'))
  const code = await demoCode(page, 'gift')
  await page.goto(`${path}?a=1`)
  const screen = codeScreen(page)
  await showCode(page, code)
  await expect(screen.answer).toHaveText(/^Kód vám dáva/)
  await expect(page).toHaveURL(`${path}?a=1&activation_code=${code}`)
  await page.reload()
  await expect(screen.answer).toHaveText(/^Kód vám dáva/)
  await page.getByRole('link', { name: 'Časté otázky' }).first().click()
  await expect(page).toHaveURL('/faq')
  await page.goBack()
  await expect(screen.answer).toHaveText(/^Kód vám dáva/)

  await screen.button('Zadať iný kód').click()
  await expect(page).toHaveURL(`${path}?a=1`)
  await expect(screen.code).toHaveValue(code)
})

test('R8.09 while a renewal is on, the code is kept until the reader comes back', async ({ page, axe }) => {
  await signIn(page, 'premium-card')
  const code = (await demoCode(page, 'gift')).toLowerCase().replaceAll('-', ' ')
  await page.goto(path)
  await showCode(page, code)
  const screen = codeScreen(page)
  await expect(page.getByRole('main').getByText('Najprv, prosím, vypnite obnovovanie')).toBeVisible()
  await expect(screen.button('Použiť kód')).toBeHidden()
  await axe()
  await screen.link('Vypnúť obnovovanie').click()
  await expect(page).toHaveURL(/\/predplatne\/vypnut-obnovovanie\?predplatne=\d+/)

  await page.getByRole('link', { name: 'Predplatné cez kód' }).click()
  await expect(screen.code).toHaveValue(code)
})

test('R6.01 a code kept for a reader is not shown to the next one in this tab', async ({ page }) => {
  const next = await newReader(page, 'dalsia')
  await signIn(page, 'premium-card')
  await page.goto(path)
  await showCode(page, await demoCode(page, 'gift'))
  const screen = codeScreen(page)
  await screen.link('Vypnúť obnovovanie').click()
  await expect(page).toHaveURL(/\/predplatne\/vypnut-obnovovanie/)
  await forgetSession(page)
  await signInAs(page, next)
  await page.goto(path)
  await expect(screen.code).toHaveValue('')
})

test('R8.09 a code that is given away is not for who has a subscription', async ({ page, axe }) => {
  await signIn(page, 'standard-bank-transfer')
  await page.goto(path)
  await showCode(page, await demoCode(page, 'giveaway'))
  await expect(page.getByRole('main').getByText('Tento kód je pre čitateľov bez predplatného')).toBeVisible()
  const screen = codeScreen(page)
  await expect(screen.button('Použiť kód')).toBeHidden()
  await axe()
  await screen.button('Zadať iný kód').click()
  await expect(screen.code).toBeVisible()
})

test('R9.02 a present says who gives it and what they wrote', async ({ page, axe }) => {
  await signIn(page, 'gift-waiting')
  await page.goto(path)
  await showCode(page, await demoCode(page, 'gift'))
  await expect(page.getByText('Peter Sedláček vám ho daruje.')).toBeVisible()
  await expect(page.getByText('Všetko najlepšie')).toBeVisible()
  await axe()
})

test('R9.01 the page speaks English as well', async ({ page }) => {
  await signInAs(page, await newReader(page, 'code'))
  await page.goto(`${path}?lang=en`)
  await expect(page).toHaveTitle('Subscription via code - Profile')
  await page.getByRole('textbox', { name: 'Code' }).fill(await demoCode(page, 'gift'))
  await page.getByRole('button', { name: 'Show what the code gives' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^The code gives you Gift Premium until/)
})

test('a lost connection loses nothing', async ({ page, expectRefusal }) => {
  await signInAs(page, await newReader(page, 'spojenie'))
  await page.goto(path)
  await showCode(page, await demoCode(page, 'gift'))
  const screen = codeScreen(page)
  await expect(screen.button('Použiť kód')).toBeVisible()
  expectRefusal('offline')
  await page.context().setOffline(true)
  await screen.button('Použiť kód').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nemáte pripojenie na internet' })).toBeVisible()
  await expect(screen.button('Použiť kód')).toBeVisible()
  await page.context().setOffline(false)
})

test('R2.26 R2.27 a visitor signs in first and comes back with the code', async ({ page }) => {
  await page.goto(`${path}?activation_code=N5WH-8TQE-RC3Z-K7DA`)
  await expect(page).toHaveURL(/\/login\?/)
  const address = new URL(page.url())
  expect(address.searchParams.get('auth')).toBe('access_denied')
  expect(address.searchParams.get('url')).toContain('activation_code=N5WH-8TQE-RC3Z-K7DA')
})
