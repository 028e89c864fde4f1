import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'

/** A mobile number that no other test uses. */
const newNumber = () =>
  `0998${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(6, '0')
    .slice(-6)}`

test('R4.14 a code typed while the page is read again after another send stays', async ({ page }) => {
  await signInAs(page, await newReader(page, 'rychly'))
  await openSettings(page)
  const { phone } = settings(page)
  await field(phone, 'Mobilné číslo').fill(newNumber())
  await page.keyboard.press('Enter')
  const code = field(phone, 'Kód z SMS')
  await code.fill('000000')
  const { letGo } = await hold(page, /\/users\/\d+$/, 'GET')
  const sent = page.waitForResponse('**/create-control-code')
  await button(phone, 'Poslať nový kód').click()
  await sent
  await code.fill('123456')
  await letGo()
  await expect(code).toHaveValue('123456')
})

for (const { title, answer } of [
  { title: 'R4.14 who writes elsewhere when a slow number is taken', answer: undefined },
  {
    title: 'R4.14 who writes elsewhere when a slow number is refused',
    answer: {
      status: 422,
      json: { errors: [{ key: 'phone_cannot_change_now', field: 'phone_to_change', message: '' }] },
    },
  },
]) {
  test(`${title} goes on writing there`, async ({ page, expectRefusal }) => {
    expectRefusal(422)
    await signInAs(page, await newReader(page, 'pomaly'))
    await openSettings(page)
    const { phone, mainData } = settings(page)
    const { asked, letGo } = await hold(page, /\/users\/\d+$/, 'PATCH')
    await field(phone, 'Mobilné číslo').fill(newNumber())
    await page.keyboard.press('Enter')
    await asked()
    await mainData.getByText('Zmeniť meno').click()
    const name = mainData.getByRole('textbox', { name: 'Meno a priezvisko' })
    await name.fill('Ján')
    await letGo(answer)
    await page.keyboard.type('a')
    await expect(name).toHaveValue('Jána')
  })
}
