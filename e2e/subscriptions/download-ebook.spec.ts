import { expect, signIn, siteOrigin, test } from '../fixtures.ts'
import { subscriptionScreen } from './subscription-screen.ts'

const spaced = (text: string) => new RegExp(text.replaceAll(/[ -]/g, '.'))

test('R10.05 what is taken from the e-book shelf is counted; the 31st file is refused, and the page says from when @origins', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'premium-no-ads')
  await page.goto('/demo/ebooks')
  const said = page.getByRole('status')
  const files = page.getByRole('listitem').getByRole('button')
  await expect(files).toHaveCount(33)
  await axe()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Stiahnuť: Mor ho!, EPUB' }).click()
  expect((await download).suggestedFilename()).toBe('mor-ho.epub')
  await expect(said).toHaveText(spaced('Stiahnuté. Ešte môžete stiahnuť 29 z 30.'))
  await page.getByRole('button', { name: 'Stiahnuť: Mor ho!, EPUB' }).click()
  await expect(said).toContainText(spaced('nič sme neodpočítali. Ešte môžete stiahnuť 29 z 30.'))

  const { unlocked } = subscriptionScreen(page)
  await page.goto('/predplatne')
  await expect(unlocked).toContainText(spaced('E-knihy: zostáva 29 z 30 stiahnutí'))

  await page.goto('/demo/ebooks?lang=en')
  const names = await files.evaluateAll(all => all.map(each => each.dataset['file']))
  for (const name of names.slice(0, 29)) {
    const data = { download_id: crypto.randomUUID() }
    const headers = { origin: siteOrigin() }
    expect((await page.request.post(`/demo/ebooks/${name}`, { data, headers })).ok()).toBe(true)
  }
  await files.nth(29).click()
  await expect(said).toHaveText('Downloaded. 0 of 30 left.')
  expectRefusal(422)
  await files.last().click()
  await expect(said).toContainText(
    spaced('Využili ste všetkých 30 stiahnutí e-kníh za 30 dní. Ďalšiu stiahnete'),
  )
  await page.goto('/predplatne')
  await expect(unlocked).toContainText(spaced('E-knihy: všetkých 30 stiahnutí ste využili. Ďalšiu stiahnete'))
})

test('the e-book shelf asks to sign in first, and leads back', async ({ page }) => {
  await page.goto('/demo/ebooks?lang=en')
  await expect(page.getByRole('link', { name: 'Sign in first' })).toHaveAttribute(
    'href',
    /\/login\?url=http.+demo%2Febooks%3Flang%3Den$/,
  )
})
