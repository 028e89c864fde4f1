import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, mailTo, newAddress, test } from '../fixtures.ts'
import { newAdministrator } from './new-company.ts'

test('R1.01 R1.16 in English: the owner of a family invites people from the subscription’s page', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  await newAdministrator(page, 'family_premium_1y')
  await page.addInitScript(() => localStorage.setItem('profil_language', 'en'))
  const main = page.getByRole('main')
  await page.goto('/predplatne?lang=en')
  await keys.press(main.getByRole('link', { name: 'invite other people' }))
  await expect(page).toHaveTitle('Family subscription - Profile')
  await expect(main).toContainText('You can invite 4 more people.')
  await expect(main).toContainText('You have not invited anybody yet.')
  const email = newAddress('child')
  await keys.write(main.getByLabel('E-mail', { exact: true }), email)
  await keys.press(main.getByRole('button', { name: 'Invite', exact: true }))
  await expect(main).toContainText('You can invite 3 more people.')
  await mailTo(page, email, '/login/invitation/')
  await expect(main.getByRole('row').filter({ hasText: email })).toContainText('Waiting, link sent on')
  await axe()
  // Its acts stay on the narrowest screen in letters of twice the size.
  const usual = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 320, height: 640 })
  const widthOf = (textSize: string) =>
    page.evaluate(size => {
      document.documentElement.style.fontSize = size
      return document.documentElement.scrollWidth
    }, textSize)
  expect(await widthOf('200%')).toBe(320)
  await widthOf('')
  await page.setViewportSize(usual)
  // A pending access of a family is called an invitation, and is cancelled, not deactivated.
  await keys.press(main.getByRole('button', { name: `Cancel the invitation of ${email}` }))
  const dialog = page.getByRole('dialog', { name: 'You will cancel the invitation' })
  await axe()
  await keys.press(dialog.getByRole('button', { name: 'Cancel the invitation' }))
  await expect(main).toContainText('You can invite 4 more people.')
  await expect(main.getByRole('row').filter({ hasText: email })).toContainText('Invitation cancelled on')
  await expect(main).not.toContainText('eactivate')
})

test('on a narrow phone an e-mail of the list breaks before its “@” and dots only', async ({ page }) => {
  await newAdministrator(page, 'family_premium_1y')
  const email = newAddress('zuzana.kratochvilova')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/predplatne/rodina')
  await page.getByRole('main').getByLabel('E-mail', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  const cell = page.getByRole('rowheader', { name: email, exact: true })
  await expect(cell).toHaveText(email)
  const begins = await cell.evaluate(element => {
    const range = document.createRange()
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const lines = new Map<number, string>()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      for (let at = 0; at < text.length; at++) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { top } = range.getBoundingClientRect()
        if (!lines.has(top)) lines.set(top, text.charAt(at))
      }
    }
    return [...lines.values()]
  })
  expect(begins).toEqual(['z', expect.stringMatching(/[@.]/)])
})
