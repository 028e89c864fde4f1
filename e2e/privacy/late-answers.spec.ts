import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { button, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test('a dialog stays open while its act is under way, and tells that it failed', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(500)
  await signInAs(page, await newReader(page, 'pomaly'))
  await openSettings(page)
  const { deletion, dialog } = settings(page)
  const { asked, letGo } = await hold(page, '**/anonymization*')
  await deletion.getByText('Vymazať účet').click()
  await button(deletion, 'Vymazať účet…').click()
  await button(dialog, 'Vymazať účet').click()
  await asked()
  // The second one closes it in Chrome, whatever the page answers.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await button(dialog, 'Ponechať účet').dispatchEvent('click')
  await page.mouse.click(2, 2)
  await expect(dialog).toBeVisible()
  await letGo({ status: 500, body: '' })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
