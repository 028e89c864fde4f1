import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { decide, discussionTab } from './forum-screen.ts'

/** Decides while the reader is away: a page that reads the profile at that moment has told the news before the return. */
async function decideMeanwhile(...[page, ...decision]: Parameters<typeof decide>): Promise<void> {
  const here = page.url()
  await page.goto('about:blank')
  await decide(page, ...decision)
  await page.goto(here)
}

test('R4.11 R5.02 R5.05 R8.06 R3.12 a nickname is refused, asked for, declined, asked for again and granted', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const keys = byKeyboard(page)
  const reader = await newReader(page, 'forum')
  const wished = `x${reader.email.slice(-20, -12)}`
  await signInAs(page, reader)
  await page.goto(`${discussionTab}&lang=en`)
  await expect(page.getByRole('heading', { name: 'You have no nickname in discussions yet.' })).toBeVisible()
  await keys.press(page.getByRole('button', { name: 'Choose a nickname' }))
  const field = page.getByRole('textbox', { name: 'New nickname' })
  const ask = page.getByRole('button', { name: 'Ask for approval' })
  await expect(field).toBeFocused()
  for (const [nickname, message] of [
    ['ab', /Minimum number of characters: 3$/],
    ['abcdefghijklmnop', /Maximum number of characters: 15$/],
    ['жанна', /Use Latin letters/],
  ] as const) {
    await keys.write(field, nickname)
    await keys.press(ask)
    await expect(field).toHaveAccessibleDescription(message)
    await expect(field).toBeFocused()
  }
  expectRefusal(422)
  await keys.write(field, 'JANA-K')
  await keys.press(ask)
  await expect(field).toHaveAccessibleDescription(/Another reader already uses this nickname/)
  await axe()

  await keys.write(field, wished)
  await page.keyboard.press('Enter')
  const waiting = page.getByText(new RegExp(`for the nickname “${wished}” is waiting for approval`))
  await expect(waiting).toBeVisible()
  await page.reload()
  await expect(waiting).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('profil_forum_nickname_change'))).toMatch(
    /^\d+:requested$/,
  )

  const reason = { sk: 'Pripomína značku', en: 'It resembles a brand' }
  await decideMeanwhile(page, wished, { decision: 'declined', reason })
  const news = page.getByText('You do not have a nickname yet, and you can ask for another one.')
  await expect(news).toBeVisible()
  await axe()
  await page.reload()
  // Shown as news once; the decline and its reason stay.
  await expect(page.getByText('Reason: It resembles a brand.')).toBeVisible()
  await expect(news).toBeHidden()

  await keys.press(page.getByRole('button', { name: 'Choose a nickname' }))
  await keys.write(field, `${wished}.2`)
  await keys.press(ask)
  await expect(page.getByText(/^Your request .* is waiting for approval/)).toBeVisible()
  await decideMeanwhile(page, `${wished}.2`, { decision: 'approved' })
  await expect(page.getByRole('heading', { name: `In discussions you write as ${wished}.2.` })).toBeVisible()
  await expect(page.getByText('We have approved the nickname.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Change the nickname' })).toBeVisible()
  await expect(page.getByText('We have approved the nickname.')).toBeHidden()

  await keys.press(page.getByRole('button', { name: 'Add the address of your blog' }))
  const blog = page.getByRole('textbox', { name: 'New address of your blog' })
  await keys.write(blog, 'javascript:alert(1)')
  await keys.press(ask)
  await expect(blog).toHaveAccessibleDescription(/The blog address is not valid/)
  const address = `https://blog.example/${wished}`
  await keys.write(blog, address)
  await keys.press(ask)
  await expect(page.getByText(`for the address ${address} is waiting`)).toBeVisible()
  const saved = page.waitForResponse(answer => answer.request().method() === 'PATCH')
  await keys.press(page.getByRole('switch', { name: 'Public profile' }), 'Space')
  await expect(page.getByRole('switch', { name: 'Public profile' })).toBeChecked()
  expect((await saved).ok()).toBe(true)
  await decideMeanwhile(page, address, { decision: 'declined', reason })
  await expect(
    page.getByText('You do not have a blog address yet, and you can ask for another one.'),
  ).toBeVisible()
})
