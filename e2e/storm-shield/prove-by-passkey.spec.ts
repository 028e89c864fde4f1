import { demoReader, expect, newAddress, test } from '../fixtures.ts'
import { giveEmailAndPassword, loginScreen } from '../identity/login-screen.ts'
import { addDevice } from '../identity/virtual-device.ts'
import { withOwnServer } from '../own-server.ts'
import { button, settings } from '../settings-navigation/settings-screen.ts'

await withOwnServer()

test('R13.01 R5.10 long after signing in a passkey proves who changes the e-mail and who asks for anonymization', async ({
  page,
  axe,
  expectRefusal,
}) => {
  // By the moved clock the session is to be renewed, too.
  expectRefusal(401)
  expectRefusal(422)
  await addDevice(page)
  await page.goto('/nastavenia')
  await giveEmailAndPassword(page, await demoReader(page, 'none'))
  await loginScreen(page).button('Nastaviť').click()
  const { mainData, deletion, dialog } = settings(page)
  await expect(mainData).toBeVisible()
  const moved = await page.request.post('/demo/clock', {
    data: { advance: 'PT20M' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(moved.ok()).toBe(true)

  await mainData.getByText('Zmeniť e‑mail', { exact: true }).click()
  const email = newAddress('kluc')
  await mainData.getByLabel(/^Nový e.mail$/).fill(email)
  await button(mainData, 'Poslať odkaz').click()
  await expect(dialog.getByRole('heading')).toHaveText('Potvrďte, že ste to vy')
  await axe()
  await button(dialog, 'Použiť prístupový kľúč').click()
  await expect(mainData.getByText(`Čaká na potvrdenie: ${email}`)).toBeVisible()

  await deletion.getByText('Vymazať účet', { exact: true }).click()
  await button(deletion, 'Vymazať účet…').click()
  await button(dialog, 'Vymazať účet').click()
  await button(dialog, 'Použiť prístupový kľúč').click()
  await expect(page.getByText(/^Účet vymažeme/).first()).toBeVisible()
})
