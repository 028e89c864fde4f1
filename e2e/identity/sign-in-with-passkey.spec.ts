import {
  apiAddress,
  askForDeletion,
  expect,
  forgetSession,
  mailTo,
  newReader,
  onSeveralOrigins,
  signInAs,
  test,
} from '../fixtures.ts'
import { loseAnswer } from '../lose-answer.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'
import { giveEmailAndPassword, loginScreen } from './login-screen.ts'
import { addDevice } from './virtual-device.ts'

test(
  'R13.01 a passkey is added, named, signs in from the e-mail’s field without typing, and is removed; what a device still offers is refused',
  onSeveralOrigins,
  async ({ page, axe, presses, expectRefusal }) => {
    const reader = await newReader(page, 'klucovy')
    await signInAs(page, reader)
    await addDevice(page)
    await openSettings(page)
    const { linked } = settings(page)
    await button(linked, 'Pridať prístupový kľúč').click()
    await expect(linked.getByText('Prístupový kľúč je pridaný.')).toBeVisible()
    await axe()
    await mailTo(page, reader.email, 'prístupovým kľúčom')
    const rename = linked.getByRole('button', { name: /^Premenovať/ })
    await rename.click()
    await expect(field(linked, 'Názov kľúča')).toBeFocused()
    await linked.getByRole('button', { name: 'Zrušiť' }).click()
    await expect(rename).toBeFocused()
    await rename.click()
    await field(linked, 'Názov kľúča').fill('Môj notebook')
    await page.keyboard.press('Enter')
    await expect(linked.getByText('Môj notebook', { exact: true })).toBeVisible()

    // The virtual device chooses at once what a reader chooses by one press. The account area made the key, the login
    // takes it, also where each has a host of its own.
    await forgetSession(page)
    presses.restart()
    await page.goto(apiAddress('/login'))
    await expect(page).toHaveURL(/\/predplatne$/)
    await presses.expect(0)

    await openSettings(page)
    await linked.getByRole('button', { name: /^Odobrať.*Môj notebook/ }).click()
    await button(settings(page).dialog, 'Odobrať kľúč').click()
    await expect(linked.getByText('Prístupový kľúč Môj notebook je odobraný.')).toBeVisible()
    await mailTo(page, reader.email, 'sa už do profilu neprihlásite')

    // The device still offers it.
    expectRefusal(422)
    await forgetSession(page)
    await page.goto(apiAddress('/login'))
    await expect(page.getByText(/^Tento prístupový kľúč/)).toBeVisible()
  },
)

test('R13.01 after a password a device that can is offered a passkey, once; who refuses is not asked again', async ({
  page,
  axe,
}) => {
  const screen = loginScreen(page)
  const reader = await newReader(page, 'ponuknuty')
  await addDevice(page)
  await page.goto('/login')
  await giveEmailAndPassword(page, reader)
  await expect(screen.title).toHaveText('Nabudúce bez hesla?')
  await axe()
  await screen.button('Teraz nie').click()
  await expect(page).toHaveURL(/\/predplatne$/)
  await forgetSession(page)
  await page.goto('/login')
  await giveEmailAndPassword(page, reader)
  await expect(page).toHaveURL(/\/predplatne$/)
})

test('R13.01 whose account is to be deleted is offered none, since nothing can be added to it', async ({
  page,
}) => {
  const reader = await newReader(page, 'odchadzajuci')
  await signInAs(page, reader)
  await askForDeletion(page)
  await forgetSession(page)
  await addDevice(page)
  await page.goto('/login')
  await giveEmailAndPassword(page, reader)
  await expect(page).toHaveURL(/\/predplatne$/)
})

test('R10.07 who thinks about the offer for long takes no wrong time along', async ({ page }) => {
  const screen = loginScreen(page)
  const reader = await newReader(page, 'rozmysla')
  await addDevice(page)
  await page.clock.install()
  await page.goto('/login')
  await giveEmailAndPassword(page, reader)
  await expect(screen.title).toHaveText('Nabudúce bez hesla?')
  await page.clock.fastForward('07:00')
  const next = page.waitForRequest(/\/predplatne$/)
  await screen.button('Teraz nie').click()
  expect((await (await next).allHeaders())['cookie']).not.toContain('pptd')
})

test('R13.01 who takes the offer has a passkey, and is led on', async ({ page }) => {
  const screen = loginScreen(page)
  const reader = await newReader(page, 'prijaty')
  await addDevice(page)
  await page.goto('/login')
  await giveEmailAndPassword(page, reader)
  await screen.button('Nastaviť').click()
  await expect(page).toHaveURL(/\/predplatne$/)
  await mailTo(page, reader.email, 'prístupovým kľúčom')
})

test('R6.01 the offer is for whom it was made: who signs in meanwhile gets no passkey by it', async ({
  page,
  context,
  expectRefusal,
}) => {
  expectRefusal(403)
  const screen = loginScreen(page)
  const second = await newReader(page, 'druhy')
  await addDevice(page)
  await page.goto('/login')
  await giveEmailAndPassword(page, await newReader(page, 'prvy'))
  await expect(screen.title).toHaveText('Nabudúce bez hesla?')
  const other = await context.newPage()
  await signInAs(other, second)
  await screen.button('Nastaviť').click()
  await expect(page.getByText('Na toto nemáte oprávnenie.')).toBeVisible()
  await openSettings(other)
  const { linked } = settings(other)
  await expect(button(linked, 'Pridať prístupový kľúč')).toBeVisible()
  await expect(linked.getByRole('button', { name: /^Premenovať/ })).toHaveCount(0)
  await other.close()
})

test('R13.01 a passkey whose answer was lost is in the list', async ({ page, expectRefusal }) => {
  expectRefusal('no answer')
  await signInAs(page, await newReader(page, 'strateny'))
  await addDevice(page)
  await openSettings(page)
  const { linked } = settings(page)
  await loseAnswer(page, /\/passkeys$/)
  await button(linked, 'Pridať prístupový kľúč').click()
  await expect(linked.getByRole('button', { name: /^Premenovať/ })).toBeVisible()
  await expect(linked.getByRole('alert')).toBeVisible()
})

test('R13.01 a device that does not verify its user adds no passkey, and the page stays as it was', async ({
  page,
}) => {
  const reader = await newReader(page, 'neovereny')
  await signInAs(page, reader)
  await addDevice(page, { isUserVerified: false })
  await openSettings(page)
  const { linked } = settings(page)
  await button(linked, 'Pridať prístupový kľúč').click()
  await expect(button(linked, 'Pridať prístupový kľúč')).not.toHaveAttribute('data-busy')
  await expect(linked.getByText('Prístupový kľúč je pridaný.')).toHaveCount(0)
})
