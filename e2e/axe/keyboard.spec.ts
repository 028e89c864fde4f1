import { expect, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { countShifts, shifted } from '../layout-shifts.ts'
import { shell } from '../navigation/pages.ts'
import { button, fillAddress, openSettings, settings } from '../settings-navigation/settings-screen.ts'
import { byKeyboard } from './by-keyboard.ts'

test('the first press of Tab offers the way to the content, past the publisher and the menu', async ({
  page,
}) => {
  await page.goto('/e-maily#temy')
  await expect(page.getByRole('navigation', { name: 'Ďalšie naše weby' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('tab').first()).toBeVisible()
  const { skip } = shell(page)
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // The hash names the open tab, so the way past it must not touch the address.
  await expect(page).toHaveURL(/\/e-maily#temy$/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('R2.02 on a phone the menu opens and closes by keyboard; focus comes back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, 'premium-card')
  await page.goto('/pre-firmy')
  const { menu, menuButton } = shell(page)
  const sheet = page.getByRole('dialog', { name: 'Menu' })

  await menuButton.focus()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('heading', { name: 'Menu' })).toBeFocused()
  await expect(menu.getByRole('link')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(menuButton).toBeFocused()

  await page.keyboard.press('Space')
  await sheet.getByRole('button', { name: 'Zavrieť' }).press('Enter')
  await expect(sheet).toBeHidden()
  await expect(menuButton).toBeFocused()

  // By pointer: beside the sheet.
  await menuButton.click()
  await page.mouse.click(5, 400)
  await expect(sheet).toBeHidden()
})

test('R2.01 a choice in the menu leads to the heading of the new page and reads out its name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, 'premium-card')
  await page.goto('/pre-firmy')
  const { menu, menuButton, title } = shell(page)
  await menuButton.click()
  await menu.getByRole('link', { name: 'Časté otázky' }).press('Enter')
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(title).toHaveText('Časté otázky')
  await expect(title).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Časté otázky' })).toHaveCount(1)
})

test('an outcome is said by a region that was on the page before it, each time', async ({ page }) => {
  await signInAs(page, await newReader(page, 'oznam'))
  await openSettings(page)
  const { addresses } = settings(page)
  await expect(button(addresses, 'Pridať adresu')).toBeVisible()
  await page.evaluate(() => {
    for (const region of document.querySelectorAll('[role=status]')) region.setAttribute('data-before', '')
  })
  const said = page.locator('[data-before]').filter({ hasText: 'Adresa je uložená.' })
  await button(addresses, 'Pridať adresu').click()
  await fillAddress(addresses)
  await button(addresses, 'Uložiť adresu').click()
  await expect(addresses.getByText('Adresa je uložená.')).toBeVisible()
  await expect(said).toHaveCount(1)
  await button(addresses, 'Upraviť adresu Očová 3').click()
  await expect(said).toHaveCount(0)
  await button(addresses, 'Uložiť adresu').click()
  await expect(said).toHaveCount(1)
})

test('a toast gives way to what has the focus, and moves nothing', async ({ page }) => {
  await signIn(page, 'premium-card')
  const copy = page.getByRole('button', { name: 'Kopírovať údaje' })
  const keys = byKeyboard(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/faq?udaje')
    await keys.tabTo(copy)
    // The button is the lowest thing on the screen, and there is no way to scroll.
    const height = await copy.evaluate(button => Math.ceil(button.getBoundingClientRect().bottom + scrollY))
    await page.setViewportSize({ width, height: height + 12 })
    await page.evaluate(() => scrollTo(0, 0))
    await countShifts(page)
    await keys.press(copy)
    await expect(page.locator('[data-passing]')).toBeVisible()
    await keys.tabTo(copy)
    await keys.tabTo(page.getByRole('link', { name: 'Napíšte nám' }))
    await keys.press(page.locator('[data-passing]').getByRole('button'))
    await expect(page.locator('[data-passing]')).toHaveCount(0)
    expect(await shifted(page)).toBe(0)
  }
})

test('what the keyboard can reach in the sheet stays in the sheet', async ({ page, axe }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, 'premium-card')
  await page.goto('/pre-firmy')
  await shell(page).menuButton.click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await axe()
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    // After the last element the focus may go to the browser's toolbar; the page then reports its body.
    const where = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)
    expect(['DIALOG', 'BODY']).toContain(where)
  }
  await expect(sheet).toBeVisible()
})
