import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { loseAnswer } from '../lose-answer.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'

/** A number that no other test uses. */
const newNumber = () =>
  `0999${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(6, '0')
    .slice(-6)}`

/** The code of the newest message to a number, once there are so many. */
async function codeSentTo(page: Page, to: string, count = 1): Promise<string> {
  let text = ''
  await expect(async () => {
    const answer = await page.request.get('/demo/phone.json', { params: { to } })
    const { items } = (await answer.json()) as { items: { text: string }[] }
    expect(items).toHaveLength(count)
    text = items[0]?.text ?? ''
  }).toPass({ timeout: 10_000 })
  return /^\d{6}/.exec(text)?.[0] ?? ''
}

const printed = (number: string) => number.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3')

test('R1.11 R4.14 R5.07 journey, 3 presses: a new phone number is entered, and proven by the code sent to it', async ({
  page,
  axe,
  presses,
}) => {
  await signIn(page, 'banned-discussions')
  await page.goto('/predplatne')
  const keys = byKeyboard(page)
  await keys.press(page.getByRole('link', { name: 'Nastavenia profilu' }))
  const { phone } = settings(page)
  const number = newNumber()

  await keys.write(field(phone, 'Mobilné číslo'), '0212345678')
  await page.keyboard.press('Tab')
  await expect(field(phone, 'Mobilné číslo')).toHaveAccessibleDescription(/Zadajte slovenské mobilné číslo/)
  await axe()
  await keys.write(field(phone, 'Mobilné číslo'), `+421 ${number.slice(1)}`)
  await page.keyboard.press('Enter')

  const code = field(phone, 'Kód z SMS')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(phone.getByText(/^Kód platí ešte (10:00|9:\d\d)\.$/)).toBeVisible()
  await axe()

  await keys.write(code, await codeSentTo(page, number))
  await page.keyboard.press('Enter')
  await expect(phone.getByText(`Číslo ${printed(number)} je overené.`)).toBeVisible()
  await presses.expect(3)
  await keys.expectFocusKept()
})

test('R4.14 R8.13 a wrong code says how many tries are left; a new code kills the old; sends are limited', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(422)
  expectRefusal(429)
  await signIn(page, 'ended')
  await openSettings(page)
  const { phone } = settings(page)
  const number = newNumber()
  await field(phone, 'Mobilné číslo').fill(number)
  await page.keyboard.press('Enter')
  const code = field(phone, 'Kód z SMS')
  const first = await codeSentTo(page, number)
  await code.fill(first === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/Overovací kód nie je správny\. Zostávajú vám 4.pokusy\./)
  await expect(code).toBeFocused()
  await axe()

  // A pending change survives a reload.
  await page.reload()
  await expect(phone.getByText(/sme poslali SMS so šesťmiestnym kódom/)).toBeVisible()
  await expect(phone.getByText(/^Kód platí ešte 9:\d\d\.$/)).toBeVisible()
  await button(phone, 'Poslať nový kód').click()
  const second = await codeSentTo(page, number, 2)
  await button(phone, 'Poslať nový kód').click()
  const third = await codeSentTo(page, number, 3)
  await button(phone, 'Poslať nový kód').click()
  await expect(phone.getByRole('alert')).toContainText('Overovací kód sme vám už poslali viackrát.')
  await expect(phone.getByText(/^Nový kód si vyžiadate o\s(?:59|60)\sminút\.$/)).toBeVisible()
  await axe()

  if (second !== third) {
    await code.fill(second)
    await page.keyboard.press('Enter')
    await expect(code).toHaveAccessibleDescription(/Overovací kód nie je správny/)
  }
  await button(phone, 'Zrušiť overovanie').click()
  await expect(field(phone, 'Mobilné číslo')).toBeFocused()
})

test('R4.14 a right code whose answer was lost has proven the number', async ({ page, expectRefusal }) => {
  expectRefusal('no answer')
  await signInAs(page, await newReader(page, 'telefon'))
  await openSettings(page)
  const { phone } = settings(page)
  const number = newNumber()
  await field(phone, 'Mobilné číslo').fill(number)
  await page.keyboard.press('Enter')
  const code = field(phone, 'Kód z SMS')
  await code.fill(await codeSentTo(page, number))
  await loseAnswer(page, '**/verify-control-code')
  await page.keyboard.press('Enter')
  await expect(button(phone, 'Zmeniť číslo')).toBeVisible()
  await expect(phone.getByText(printed(number))).toBeVisible()
  await expect(code).toHaveCount(0)
})

test('R1.11 a number is changed, or removed after saying what it means', async ({ page, axe }) => {
  await signIn(page, 'renewal-failed')
  await openSettings(page)
  const { phone, dialog } = settings(page)
  const number = '0999100106'
  await button(phone, 'Zmeniť číslo').click()
  await expect(field(phone, 'Nové mobilné číslo')).toBeFocused()
  await field(phone, 'Nové mobilné číslo').fill(number)
  await page.keyboard.press('Enter')
  await expect(phone.getByText('Toto číslo už máte overené.')).toBeVisible()
  await axe()

  await button(phone, 'Odstrániť číslo').click()
  await expect(dialog.getByRole('heading')).toHaveText(`Odstránite číslo ${printed(number)}`)
  await axe()
  await button(dialog, 'Nechať tak').click()
  await expect(phone.getByText(printed(number))).toBeVisible()
  await button(phone, 'Odstrániť číslo').click()
  await button(dialog, 'Odstrániť číslo').click()
  await expect(phone.getByText('Číslo je odstránené.')).toBeVisible()
  await expect(field(phone, 'Mobilné číslo')).toBeVisible()
})

test('R6.05 R8.12 whose number cannot change is told why, and whom to write to', async ({ page, axe }) => {
  await signIn(page, 'sms-purchaser')
  await openSettings(page)
  const { phone } = settings(page)
  await expect(phone.getByText(/číslo sa zmeniť nedá|číslo bez predplatného zmeniť nedá/)).toBeVisible()
  await expect(phone.getByRole('link')).toHaveAttribute('href', /^mailto:/)
  await expect(phone.getByRole('button')).toHaveCount(0)
  await axe()
})
