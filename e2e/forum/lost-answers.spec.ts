import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { loseAnswer } from '../lose-answer.ts'
import { discussionTab, forum } from './forum-screen.ts'

test('R1.08 R8.13 who is followed is shown as it is, once an answer was lost', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await signInAs(page, await newReader(page, 'sledovanie'))
  let items = ['zuz.ka', 'stefan_l'].map(nickname => ({
    id: nickname,
    nickname,
    post_count: 3,
    followed: true,
  }))
  await page.route('**/forum-profile/following**', route => {
    if (route.request().method() === 'GET') {
      return route.fulfill({ json: { items, next_cursor: null, total: items.length } })
    }
    // It is done; the line breaks before the answer.
    items = items.slice(1)
    return route.abort()
  })
  await page.goto(discussionTab)
  const { tab, list } = forum(page)
  await tab('Koho sledujem').click()
  const members = list('Koho sledujem').getByRole('switch')
  await expect(members).toHaveCount(2)
  await members.first().click()
  await expect(members).toHaveCount(1)
  await expect(members).toHaveAccessibleName('stefan_l')
  await expect(page.getByText(/^Sledujete 1\s/)).toBeVisible()
})

test('R4.11 R8.13 who keeps the nickname after a lost answer sees that it was asked for', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  const reader = await newReader(page, 'forum')
  const wished = `x${reader.email.slice(-20, -12)}`
  await signInAs(page, reader)
  await page.goto(`${discussionTab}&lang=en`)
  await page.getByRole('button', { name: 'Choose a nickname' }).click()
  await loseAnswer(page, '**/nickname-changes')
  await page.getByRole('textbox', { name: 'New nickname' }).fill(wished)
  const form = page.locator('form').filter({ hasText: 'Ask for approval' })
  await form.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByRole('button').last().click()
  await expect(page.getByText(`for the nickname “${wished}” is waiting for approval`)).toBeVisible()
})
