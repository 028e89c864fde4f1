import { expect, signIn, siteOrigin, test } from '../fixtures.ts'

const tabs = [
  ['#sme', 'Denník'],
  ['#my', 'MY'],
  ['#korzar', 'Korzár'],
  ['#closer', 'Closer'],
  ['#sportnet', 'Sportnet'],
  ['#spectator', 'Spectator'],
  ['#temy', 'Témy'],
  ['#autori', 'Autori'],
  ['#diskusie', 'Diskusie'],
  ['#blogy', 'Blogy'],
] as const

for (const [reader, width] of [
  [undefined, 390],
  ['premium-card', 1280],
] as const) {
  test(`R2.07 R2.30 ${reader ?? 'a visitor'} finds every tab at its address, ${width} px wide`, async ({
    page,
    axe,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    if (reader) await signIn(page, reader)
    await page.goto('/e-maily')
    await expect(page.getByRole('tab')).toHaveCount(tabs.length)
    for (const each of await page.getByRole('tab').all()) await expect(each).toBeInViewport({ ratio: 1 })
    // On a phone each group begins a line below its name.
    const list = page.getByRole('tablist')
    for (const group of ['Newslettery', 'Sledovanie']) {
      await expect(list.getByText(group, { exact: true })).toBeVisible({ visible: width === 390 })
    }
    for (const [hash, name] of tabs) {
      await page.goto(`/e-maily${hash}`)
      const tab = page.getByRole('tab', { name, exact: true })
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      await expect(tab).toBeInViewport()
      const panel = page.getByRole('tabpanel', { name, exact: true })
      await expect(panel.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expect(panel.getByRole('list').or(panel.getByRole('link')).first()).toBeVisible()
      if (hash === '#sme') await axe()
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(beyond, hash).toBeLessThanOrEqual(0)
    }
  })
}

test('R2.07 R2.04 the discussions’ tab manages what is followed in place, and leads to the rest', async ({
  page,
  axe,
}) => {
  await signIn(page, 'nickname-declined')
  await page.goto('/e-maily#diskusie')
  const rows = page.getByRole('list', { name: 'Sledované diskusie' }).getByRole('listitem')
  const first = rows.first().getByRole('switch')
  await expect(first).toBeChecked()
  const count = await rows.count()
  await axe()
  const saved = page.waitForResponse(each => each.request().method() === 'DELETE')
  await first.click()
  await saved
  await page.reload()
  await expect(rows.first().or(page.getByText(/^Zatiaľ nesledujete/))).toBeVisible()
  await expect(rows).toHaveCount(count - 1)
  await page.getByRole('link', { name: 'Príspevky a prezývka' }).click()
  await expect(page).toHaveURL(`${siteOrigin()}/nastavenia?active_tab=discussion`)
})

test('R2.07 a visitor signs in from the discussions’ tab and comes back to it', async ({ page, axe }) => {
  await page.goto('/e-maily#diskusie')
  const signInLink = page.getByRole('tabpanel').getByRole('link', { name: 'Prihlásiť sa' })
  await expect(signInLink).toBeVisible()
  await axe()
  await signInLink.click()
  await expect(page).toHaveURL(/\/login\?url=/)
  expect(new URL(page.url()).searchParams.get('url')).toBe(`${siteOrigin()}/e-maily#diskusie`)
})
