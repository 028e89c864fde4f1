import { expect, mailTo, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { button, field, openSettings, settings } from './settings-screen.ts'

test('R8.07 the account is deleted after a plain preview, nothing changes meanwhile, and the wish is taken back', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(422)
  const reader = await newReader(page, 'odchod')
  await signInAs(page, reader)
  await openSettings(page, '/nastavenia#account-deletion')
  const { deletion, dialog, phone } = settings(page)
  await deletion.getByText('Vymazať účet', { exact: true }).click()
  await expect(deletion.getByRole('heading', { name: 'Čo vymažeme' })).toBeVisible()
  await expect(deletion.getByText(/Faktúry a.doklady o.platbách uchováme 10.rokov/)).toBeVisible()
  await axe()

  await button(deletion, 'Vymazať účet…').click()
  await expect(dialog.getByRole('heading')).toHaveText(/^Účet vymažeme \d+\..[a-zéáí]+.\d{4}$/)
  await axe()
  await button(dialog, 'Vymazať účet').click()
  await expect(deletion.getByRole('status')).toContainText('Účet vymažeme')
  await mailTo(page, reader.email, 'prijali sme vašu žiadosť')
  await axe()

  await field(phone, 'Mobilné číslo').fill('0999123123')
  await page.keyboard.press('Enter')
  await expect(phone.getByRole('alert')).toContainText('Požiadali ste o vymazanie účtu')
  await expect(field(phone, 'Mobilné číslo')).toHaveValue('0999123123')

  await button(deletion, 'Ponechať účet').click()
  await expect(deletion.getByText('Účet ostáva.')).toBeVisible()
  await mailTo(page, reader.email, 'žiadosť o\u00a0vymazanie účtu ste odvolali')
  await page.keyboard.press('Tab')
  await expect(deletion.getByText('Vymazať účet', { exact: true })).toBeFocused()
})

test('whoever pays by a renewal is asked first whether only that was meant to stop', async ({
  page,
  axe,
}) => {
  await signIn(page, 'future-subscription')
  await openSettings(page, '/nastavenia#account-deletion')
  const deletion = page.getByRole('region', { name: 'Account deletion' })
  await deletion.getByText('Delete account', { exact: true }).click()
  await expect(deletion.getByRole('heading', { name: 'What you lose' })).toBeVisible()
  await axe()
})
