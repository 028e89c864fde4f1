import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { button, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test('a dialog stays open while its act is under way, and tells that it failed', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(500)
  await signInAs(page, await newReader(page, 'pomaly'))
  await openSettings(page)
  const { deletion, dialog } = settings(page)
  const { asked, letGo } = await hold(page, '**/anonymization*')
  await deletion.getByText('Vymazať účet').click()
  await button(deletion, 'Vymazať účet…').click()
  const keep = button(dialog, 'Ponechať účet')
  const look = () => keep.evaluate(each => [getComputedStyle(each).color, getComputedStyle(each).borderColor])
  const [ink, line] = await look()
  await button(dialog, 'Vymazať účet').click()
  await asked()
  // It is seen, and announced, that it takes no press; it can have the focus all the same.
  const [waitingInk, waitingLine] = await look()
  expect([waitingInk === ink, waitingLine === line]).toEqual([false, false])
  await expect(keep).toHaveAttribute('aria-disabled', 'true')
  await keep.focus()
  await expect(keep).toBeFocused()
  await axe()
  // The second one closes it in Chrome, whatever the page answers.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await keep.dispatchEvent('click')
  await page.mouse.click(2, 2)
  await expect(dialog).toBeVisible()
  await letGo({ status: 500, body: '' })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
