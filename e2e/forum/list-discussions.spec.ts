import { expect, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { discussionTab, forum } from './forum-screen.ts'

test('R1.08 R2.08 R3.10 R4.12 a reader with plenty walks through the four tabs, each page by page', async ({
  page,
  axe,
}) => {
  await signIn(page, 'premium-card')
  await page.goto(discussionTab)
  const { tab, list, more } = forum(page)
  await expect(page.getByRole('heading', { name: 'V diskusiách píšete ako jana_k.' })).toBeVisible()
  await expect(page.getByText(/Napísali ste 24\spríspevkov, prvý .* a\sposledný /)).toBeVisible()

  const discussions = list('Sledované diskusie').getByRole('listitem')
  await expect(discussions).toHaveCount(10)
  const blocked = list('Sledované diskusie').getByRole('switch', { name: /^Očkovanie pred voľbami/ })
  await expect(blocked).toHaveAccessibleDescription(/^Uzavretá diskusia · 2\spríspevky/)
  const deleted = list('Sledované diskusie').getByRole('listitem').filter({ hasText: 'Vymazaná diskusia' })
  await expect(deleted).toContainText('Starostu obvinili')
  await expect(deleted.getByRole('button')).toHaveCount(0)
  // Each links to the publisher's page, except the deleted one.
  await expect(deleted.getByRole('link')).toHaveCount(0)
  const train = discussions
    .filter({ hasText: 'Vlak z Košíc' })
    .getByRole('link', { name: 'Otvoriť diskusiu' })
  await expect(train).toHaveAttribute('href', 'https://dennik.example/diskusie/vlak-z-kosic')
  await more.click()
  await expect(discussions).toHaveCount(13)
  await expect(discussions.nth(10).locator('span[tabindex]')).toBeFocused()
  await expect(more).toBeHidden()

  await tab('Príspevky').click()
  const posts = list('Príspevky').getByRole('listitem')
  await expect(posts).toHaveCount(10)
  await expect(posts.getByRole('link').first()).toHaveAttribute(
    'href',
    /^https:\/\/dennik\.example\/diskusie\//,
  )
  await more.click()
  await more.click()
  await expect(posts).toHaveCount(24)
  await axe()
  await tab('Koho sledujem').click()
  await expect(page.getByText('Sledujete 12\u00a0čitateľov.')).toBeVisible()
  const member = list('Koho sledujem').getByRole('switch').last()
  await member.click()
  await expect(page.getByText('Sledujete 11\u00a0čitateľov.')).toBeVisible()
  const followedAgain = page.waitForResponse(each => each.request().method() === 'PUT')
  await member.click()
  await followedAgain
  await expect(page.getByText('Sledujete 12\u00a0čitateľov.')).toBeVisible()
  await tab('Kto sleduje mňa').click()
  await expect(list('Kto sleduje mňa').getByRole('switch', { name: 'druha_liga' })).toBeChecked()
  await expect(list('Kto sleduje mňa').getByRole('switch', { name: 'stefan_l' })).toHaveAccessibleDescription(
    'Súkromný profil',
  )
  await axe()
  await page.goBack()
  await expect(tab('Koho sledujem')).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(list('Koho sledujem').getByRole('switch', { name: 'zuz.ka' })).toBeChecked()
})

test('R13.14 the discussions have one heading of its size, and all their tabs in sight at 390 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'premium-card')
  await page.goto(discussionTab)
  const { tab } = forum(page)
  for (const name of ['Sledované diskusie', 'Príspevky', 'Koho sledujem', 'Kto sleduje mňa']) {
    const box = await tab(name).boundingBox()
    expect(box?.x, name).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(390)
  }
  const sizes = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll(found => found.map(each => Number.parseFloat(getComputedStyle(each).fontSize)))
  const largest = Math.max(...sizes)
  expect(sizes.filter(size => size === largest)).toHaveLength(1)
})

test('R1.08 a reader with nothing yet is told what comes where', async ({ page, axe }) => {
  await signIn(page, 'none')
  await page.goto(discussionTab)
  const { tab } = forum(page)
  await expect(page.getByRole('heading', { name: 'V diskusiách zatiaľ nemáte prezývku.' })).toBeVisible()
  await expect(page.getByText('Zatiaľ ste nič nenapísali.')).toBeVisible()
  for (const [name, text] of [
    ['Sledované diskusie', /^Zatiaľ nesledujete žiadnu diskusiu/],
    ['Príspevky', /^Zatiaľ ste do diskusií nič nenapísali/],
    ['Koho sledujem', /^Zatiaľ nikoho nesledujete/],
    ['Kto sleduje mňa', /^Zatiaľ vás nikto nesleduje/],
  ] as const) {
    await tab(name).click()
    await expect(page.getByText(text)).toBeVisible()
  }
  await axe()
})

test('R4.12 R6.06 who is banned is told why and finds nowhere to write', async ({ page, axe }) => {
  await signIn(page, 'banned-discussions')
  await page.goto(discussionTab)
  await expect(page.getByText('Do diskusií teraz písať nemôžete.')).toBeVisible()
  await expect(page.getByText('Dôvod: Opakované urážanie iných diskutujúcich.')).toBeVisible()
  const open = forum(page).list('Sledované diskusie').getByRole('listitem').filter({ hasText: 'Derby' })
  await expect(open).toBeVisible()
  await expect(open.getByRole('button')).toHaveCount(0)
  await axe()
})

test('R1.08 R4.12 a post is written where it may be; what is refused stays typed', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'linked-accounts')
  await page.goto(discussionTab)
  const { tab, list } = forum(page)
  const row = list('Sledované diskusie').getByRole('listitem').filter({ hasText: 'Vlak z Košíc' })
  const lives = row.getByRole('switch')
  const told = /(\d+)\spríspev\p{L}+ · posledný (.+)/u
  await expect(lives).toHaveAccessibleDescription(told)
  const before = Number(told.exec(await row.innerText())?.[1])
  const written = page.getByText(/^Napísali ste \d+\sprísp/)
  const writtenBefore = Number(/\d+/.exec(await written.innerText()))
  const text = row.getByRole('textbox')
  await row.getByRole('button').click()
  await expect(text).toBeFocused()
  await row.getByRole('button', { name: 'Zverejniť príspevok' }).click()
  await expect(text).toHaveAccessibleDescription('Toto pole je požadované')
  await text.fill('Dnes meškal.\n<b>Štyri minúty</b>')
  expectRefusal(403)
  await page.route('**/topics/*/posts', route =>
    route.fulfill({ status: 403, json: { errors: [{ key: 'forum_banned', message: '' }] } }),
  )
  await row.getByRole('button', { name: 'Zverejniť príspevok' }).click()
  await expect(row.getByRole('alert')).toContainText('váš diskusný účet je zablokovaný')
  await axe()
  await page.unroute('**/topics/*/posts')
  await expect(text).toHaveValue('Dnes meškal.\n<b>Štyri minúty</b>')
  await row.getByRole('button', { name: 'Zverejniť príspevok' }).click()
  await expect(row.getByText('Príspevok je v diskusii.')).toBeVisible()

  // The row and the profile reflect the new post.
  await expect(written).toHaveText(new RegExp(`^Napísali ste ${writtenBefore + 1}\\s`))
  const after = told.exec(await row.innerText())
  expect(Number(after?.[1])).toBe(before + 1)
  expect(after?.[2]).toMatch(/^práve teraz|^dnes o/)
  const total = page.getByText(/^(Sledujete|Nesledujete) /)
  const followed = Number(/\d+/.exec(await total.innerText()))
  await lives.click()
  await expect(lives).not.toBeChecked()
  await expect(total).toHaveText(
    followed === 1 ? /^Nesledujete/ : new RegExp(`^Sledujete ${followed - 1}\\s`),
  )
  await tab('Príspevky').click()
  await expect(list('Príspevky').getByRole('listitem').first()).toContainText('<b>Štyri minúty</b>')
  await tab('Sledované diskusie').click()
  await expect(row).toHaveCount(0)
  await expect(list('Sledované diskusie').getByRole('listitem').first()).toBeVisible()
})

test('R8.01 lists that cannot be read say so by themselves and are tried again', async ({
  page,
  expectRefusal,
}) => {
  await signIn(page, 'nickname-approved')
  expectRefusal(503)
  await page.route('**/forum-profile/discussions*', route =>
    route.fulfill({ status: 503, json: { errors: [{ key: 'forum_unavailable', message: '' }] } }),
  )
  await page.goto(discussionTab)
  await expect(page.getByRole('heading', { name: 'V diskusiách píšete ako druha_liga.' })).toBeVisible()
  const failed = page.getByRole('alert').filter({ hasText: 'Zoznam sa nepodarilo načítať.' })
  await expect(failed).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/forum-profile/discussions*')
  await failed.getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(forum(page).list('Sledované diskusie').getByRole('listitem')).toHaveCount(2)
})

test('R8.13 the visibility of a profile is shown as it is, once an answer was lost', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await signInAs(page, await newReader(page, 'viditelnost'))
  let state = 'public'
  await page.route('**/forum-profile', async route => {
    if (route.request().method() === 'GET') {
      const answer = await route.fetch()
      return route.fulfill({ response: answer, json: { ...(await answer.json()), state } })
    }
    // It is done; the line breaks before the answer.
    state = 'private'
    return route.abort()
  })
  await page.goto(discussionTab)
  const box = page.getByRole('switch', { name: 'Verejný profil' })
  await expect(box).toBeChecked()
  await box.click()
  await expect(page.getByRole('alert')).toBeAttached()
  await expect(box).not.toBeChecked()
})
