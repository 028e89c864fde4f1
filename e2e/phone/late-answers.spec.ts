import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { aWhile } from '../navigation/open-meanwhile.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test('R4.14 a code typed while the page is read again after another send stays', async ({ page }) => {
  await signInAs(page, await newReader(page, 'rychly'))
  await openSettings(page)
  const { phone } = settings(page)
  const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(6, '0')
    .slice(-6)
  await field(phone, 'Mobilné číslo').fill(`0998${digits}`)
  await page.keyboard.press('Enter')
  const code = field(phone, 'Kód z SMS')
  await code.fill('000000')
  const reader = /\/users\/\d+$/
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(reader, async route => {
    await held
    await route.continue()
  })
  const sent = page.waitForResponse('**/create-control-code')
  await button(phone, 'Poslať nový kód').click()
  await sent
  await code.fill('123456')
  const read = page.waitForResponse(reader)
  letGo()
  await read
  await aWhile(page)
  await expect(code).toHaveValue('123456')
})
