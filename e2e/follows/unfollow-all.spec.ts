import { expect, signIn, test } from '../fixtures.ts'

test('R4.16 unfollowing all says what will happen, that it is under way, and that it is done', async ({
  page,
  axe,
}) => {
  await signIn(page, 'removal-limit')
  await page.goto('/e-maily#temy')
  const all = page.getByRole('list', { name: /^(Sledujete|(Všetky|Ďalšie) témy)$/ })
  for (const topic of ['Afrika', 'Archeológia']) {
    const row = all.getByRole('switch', { name: topic, exact: true })
    await expect(row).toBeVisible()
    if (await row.isChecked()) continue
    const saved = page.waitForResponse(response => response.request().method() === 'PUT')
    await row.click()
    await saved
  }
  await page.reload()
  await page.getByRole('button', { name: 'Prestať sledovať všetko' }).click()
  const dialog = page.getByRole('dialog', { name: /^Prestanete sledovať všetky témy/ })
  await expect(dialog).toContainText('Hotovo bude do minúty.')
  await axe()
  await dialog.getByRole('button', { name: 'Nechať tak' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Prestať sledovať všetko' }).click()
  await dialog.getByRole('button', { name: 'Prestať sledovať všetko' }).click()
  await expect(page.getByRole('main').getByText('Hotovo, sledovanie sme zrušili.')).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('heading', { name: 'Zatiaľ nesledujete žiadnu tému.' })).toBeVisible()
  await axe()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Zatiaľ nesledujete žiadnu tému.' })).toBeVisible()
})

test('R4.16 while it is under way the page says by when, later that it takes longer, and may be asked again', async ({
  page,
  axe,
}) => {
  await signIn(page, 'premium-card')
  let underWay: { unfollowing_until?: string } = {
    unfollowing_until: new Date(Date.now() + 60_000).toISOString(),
  }
  await page.route('**/users/*/follows/author*', async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...underWay } })
  })
  await page.goto('/e-maily#autori')
  const notice = page.getByRole('main').getByText('Rušíme sledovanie.').locator('..')
  await expect(notice).toContainText(/Hotovo bude najneskôr o.\d{1,2}:\d{2}/)
  await expect(page.getByRole('button', { name: 'Prestať sledovať všetko' })).toBeHidden()
  await axe()
  underWay = { unfollowing_until: new Date(Date.now() - 1000).toISOString() }
  await expect(notice).toContainText('Trvá to dlhšie, než sme sľúbili.')
  await expect(page.getByRole('button', { name: 'Prestať sledovať všetko' })).toBeVisible()
  underWay = {}
  await expect(page.getByRole('main').getByText('Hotovo, sledovanie sme zrušili.')).toBeVisible()
})

test('R4.16 with a single one left, what takes longer may be asked again too', async ({ page }) => {
  await signIn(page, 'premium-card')
  const unfollowing_until = new Date(Date.now() - 1000).toISOString()
  await page.route('**/users/*/follows/author*', async route => {
    const answer = await route.fetch()
    const { items, ...list } = await answer.json()
    const json = { ...list, items: items.slice(0, 1), total: 1, unfollowing_until }
    await route.fulfill({ response: answer, json })
  })
  await page.goto('/e-maily#autori')
  await expect(page.getByRole('main').getByText('Trvá to dlhšie, než sme sľúbili.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Prestať sledovať všetko' })).toBeVisible()
})

test('R4.16 a wish that is refused changes nothing and says so', async ({ page, axe, expectRefusal }) => {
  await signIn(page, 'premium-card')
  expectRefusal(500)
  await page.goto('/e-maily#temy')
  await page.route('**/users/*/follows/topic', (route, request) =>
    request.method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Prestať sledovať všetko' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Prestať sledovať všetko' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nič sa nezmenilo')
  await axe()
  await dialog.getByRole('button', { name: 'Nechať tak' }).click()
  await page.getByRole('button', { name: 'Prestať sledovať všetko' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})
