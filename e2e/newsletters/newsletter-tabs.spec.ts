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

for (const reader of [undefined, 'premium-card'] as const) {
  for (const width of [390, 1280]) {
    test(`R2.07 R2.30 ${reader ?? 'a visitor'} finds every tab at its address, ${width} px wide`, async ({
      page,
      axe,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      if (reader) await signIn(page, reader)
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
}

test('R2.04 the discussions’ tab leads to the discussions in the settings', async ({ page, axe }) => {
  await signIn(page, 'premium-card')
  await page.goto('/e-maily#diskusie')
  await axe()
  await page.getByRole('link', { name: 'Otvoriť diskusie' }).click()
  await expect(page).toHaveURL(`${siteOrigin()}/nastavenia?active_tab=discussion`)
})
