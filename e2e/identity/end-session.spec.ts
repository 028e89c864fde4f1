import type { Browser, Page } from '@playwright/test'
import { expect, mailTo, newReader, signIn, signInAs, siteOrigin, test } from '../fixtures.ts'
import { loseAnswer } from '../lose-answer.ts'
import { button, openSettings, settings } from '../settings-navigation/settings-screen.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'

async function openElsewhere(
  browser: Browser,
  reader: { email: string; password: string },
  userAgent: string,
) {
  const page = await browser.newPage({ baseURL: siteOrigin(), userAgent })
  await signInAs(page, reader)
  await page.goto('/predplatne')
  return page
}

const signedOut = (page: Page) => page.getByRole('dialog', { name: 'Vaše prihlásenie sa skončilo.' })

test('one browser is signed out, then all others; the own log tells it, and every word is in reach of the keyboard', async ({
  page,
  browser,
  axe,
}) => {
  const reader = await newReader(page, 'prihlaseni')
  await signInAs(page, reader)
  const phone = await openElsewhere(browser, reader, safari)
  const desk = await openElsewhere(browser, reader, firefox)
  await openSettings(page)
  const { other, linked } = settings(page)
  await expect(linked.getByText('tento prehliadač')).toHaveCount(1)
  const copies = other.getByRole('switch', { name: 'Posielať kópie oznámení e\u2011mailom' })
  await expect(copies).not.toBeChecked()
  await copies.click()
  await mailTo(page, reader.email, 'Zapli ste kópie oznámení')

  await button(linked, 'Odhlásiť Safari, iPhone').press('Enter')
  await expect(page.getByText('Prehliadač Safari, iPhone je odhlásený.')).toBeAttached()
  await expect(linked.getByRole('heading', { name: 'Kde ste prihlásení' })).toBeFocused()
  await phone.reload()
  await expect(signedOut(phone)).toBeVisible()

  await button(linked, 'Odhlásiť všade inde').click()
  await expect(linked.getByText('Nikde inde prihlásení nie ste.')).toBeVisible()
  await mailTo(page, reader.email, 'Odhlásili ste všetky ostatné prehliadače')
  await desk.reload()
  await expect(signedOut(desk)).toBeVisible()

  await other.getByText('Čo sa dialo vo vašom účte', { exact: true }).press('Enter')
  const log = other.getByRole('list', { name: 'Čo sa dialo vo vašom účte' })
  await expect(log.getByRole('listitem').first()).toContainText('Odhlásili ste všetky ostatné prehliadače')
  await expect(log.getByRole('listitem').nth(1)).toContainText('Odhlásili ste iný prehliadač')
  await expect(log.getByText('Aktivovali ste účet')).toBeVisible()
  await expect(copies).toBeChecked()
  await axe()
  await Promise.all([phone.close(), desk.close()])
})

test('a browser whose signing out got no answer is not in the list any more', async ({
  page,
  browser,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  const reader = await newReader(page, 'odhlaseny')
  await signInAs(page, reader)
  const phone = await openElsewhere(browser, reader, safari)
  await phone.close()
  await openSettings(page)
  const { linked } = settings(page)
  const end = button(linked, 'Odhlásiť Safari, iPhone')
  await loseAnswer(page, '**/sessions/*', 'DELETE')
  await end.click()
  await expect(end).toHaveCount(0)
  await expect(linked.getByText('tento prehliadač')).toBeVisible()
})

test('five sign-ins are shown, all of them on demand, and the focus goes to the first that came', async ({
  page,
  axe,
}) => {
  await signIn(page, 'linked-accounts')
  const session = (id: number) => ({
    id: `session-${String(id).padStart(4, '0')}`,
    browser: `Chrome ${id}`,
    system: 'Windows',
    started_at: '2026-11-01T10:00:00Z',
    last_activity: '2026-11-02T10:00:00Z',
    current: id === 1,
  })
  const all = Array.from({ length: 27 }, (_, index) => session(index + 1))
  let items = all
  await page.route('**/sessions', route => route.fulfill({ json: { items } }))
  await openSettings(page)
  const { linked } = settings(page)
  const rows = linked.getByRole('listitem').filter({ hasText: 'Chrome' })
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText('tento prehliadač')
  await axe()
  await button(linked, 'Zobraziť všetky (27)').press('Enter')
  await expect(rows).toHaveCount(27)
  await expect(rows.nth(5).getByText('Chrome 6, Windows').first()).toBeFocused()
  await expect(button(linked, 'Zobraziť všetky (27)')).toHaveCount(0)

  // Five are all there is.
  items = all.slice(0, 5)
  await openSettings(page)
  await expect(rows).toHaveCount(5)
  await expect(linked.getByRole('button', { name: /^Zobraziť všetky/ })).toHaveCount(0)
  await linked.getByRole('link', { name: 'Online predplatné' }).click()
  await expect(page).toHaveURL(/\/predplatne#device-list$/)
  await page
    .getByRole('region', { name: 'Zariadenia' })
    .getByRole('link', { name: 'Nastaveniach profilu' })
    .click()
  await expect(page).toHaveURL(/\/nastavenia#linked-accounts$/)
})
