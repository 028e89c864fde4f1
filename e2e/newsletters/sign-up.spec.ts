import type { Page } from '@playwright/test'
import {
  apiAddress,
  expect,
  linkIn,
  mailTo,
  newReader,
  signIn,
  signInAs,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { signupLink } from './signup-link.ts'

const switchOf = (page: Page, title: string) => page.getByRole('switch', { name: title, exact: true })
const answer = (page: Page) => page.getByRole('tabpanel').getByRole('heading', { level: 2 })

/** The page with all its switches, once they tell what holds. */
async function open(page: Page, hash = '') {
  await page.goto(`/e-maily${hash}`)
  await expect(page.getByRole('switch').first()).toBeVisible()
}

/** Titles of the main daily's newsletters that the server says are on, in their order. */
async function titlesOn(page: Page): Promise<string[]> {
  const userId = (await page.context().cookies()).find(cookie => cookie.name === 'ppi')?.value
  const read = async (path: string) => (await page.request.get(`/rest/api/prv/v1/${path}`)).json()
  const { items: signups } = (await read(`users/${userId}/newsletters`)) as {
    items: { code: string; state: string }[]
  }
  const { items: catalogue } = (await read('newsletters')) as {
    items: { code: string; category: string; title: string }[]
  }
  const on = new Set(signups.filter(each => each.state === 'on').map(each => each.code))
  return catalogue.filter(each => each.category === 'sme' && on.has(each.code)).map(each => each.title)
}

test('R1.06 a switch acts at once and holds after a reload', async ({ page, axe }) => {
  const { email } = await signIn(page, 'standard-bank-transfer')
  await open(page, '#closer')
  await expect(page).toHaveTitle('Správa newsletterov - Profil')
  await expect(page.getByText(`na ${email}`)).toBeVisible()
  const [before] = (await answer(page).innerText()).match(/\d+/) ?? ['0']
  const sport = switchOf(page, 'Closer týždeň')
  const wasOn = await sport.isChecked()
  const saved = page.waitForResponse(response => response.url().endsWith('/newsletters/closer-tyzden'))
  await sport.click()
  await expect(sport).toBeChecked({ checked: !wasOn })
  await expect(answer(page)).toContainText(String(Number(before) + (wasOn ? -1 : 1)))
  expect((await saved).status()).toBe(204)
  await axe()
  await page.reload()
  await expect(sport).toBeChecked({ checked: !wasOn })
})

test('R1.06 all switches pressed as fast as can be end in the state shown', async ({ page }) => {
  await signIn(page, 'card-expiring')
  await open(page)
  const switches = page.getByRole('switch')
  const states = () =>
    switches.evaluateAll(all => all.map(each => each instanceof HTMLInputElement && each.checked))
  const count = await switches.count()
  // Clicked by script, faster than any finger. Each is pressed a different number of times.
  await switches.evaluateAll(all => {
    for (let round = 0; round < 7; round++) {
      for (const [index, each] of all.entries()) {
        if (round <= index % 7 && each instanceof HTMLElement) each.click()
      }
    }
  })
  const shown = await states()
  const titles = await switches.evaluateAll(all =>
    all.map(each => document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.innerText),
  )
  const wanted = titles.filter((_, index) => shown[index])
  await expect(async () => expect(await titlesOn(page)).toEqual(wanted)).toPass({ timeout: 15_000 })
  expect(await states()).toEqual(shown)
  await page.reload()
  await expect(switches).toHaveCount(count)
  expect(await states()).toEqual(shown)
})

test('R8.13 a refused sign-up goes back and says so; the next try helps', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'family')
  await open(page, '#spectator')
  const today = switchOf(page, 'Today in Slovakia')
  const saved = () =>
    page.waitForResponse(response => response.url().endsWith('/newsletters/spectator-today'))
  if (await today.isChecked()) await Promise.all([saved(), today.click()])
  expectRefusal(500)
  await page.route('**/newsletters/spectator-today', route => route.fulfill({ status: 500, body: '' }))
  await today.click()
  await expect(today).not.toBeChecked()
  await expect(today).toHaveAccessibleDescription(/Na odber newslettera sa vás nepodarilo prihlásiť/)
  await expect(page.getByRole('alert').getByText('nepodarilo prihlásiť')).toBeAttached()
  await axe()
  await page.unroute('**/newsletters/spectator-today')
  await Promise.all([saved(), today.click()])
  await expect(today).toBeChecked()
  await expect(today).not.toHaveAccessibleDescription(/nepodarilo/)

  await page.route('**/newsletters/spectator-today', route => route.fulfill({ status: 503, body: '' }))
  expectRefusal(503)
  await today.click()
  await expect(today).toBeChecked()
  await expect(today).toHaveAccessibleDescription(/Odber newslettera sa nepodarilo zrušiť/)
})

test('R8.13 without a connection the switch goes back and says why', async ({ page, expectRefusal }) => {
  await signIn(page, 'ended')
  await open(page, '#korzar')
  const tatry = page.getByRole('switch').last()
  const wasOn = await tatry.isChecked()
  expectRefusal('offline')
  await page.context().setOffline(true)
  await tatry.click()
  await expect(tatry).toHaveAccessibleDescription(/Nemáte pripojenie na internet/)
  await expect(tatry).toBeChecked({ checked: wasOn })
  await page.context().setOffline(false)
})

test('R1.06 a locked newsletter says why it can not be turned on', async ({ page, axe }) => {
  await signIn(page, 'ended')
  await open(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Týždeň v politike' })
  await expect(row).toContainText('Len pre predplatiteľov')
  await expect(row.getByRole('switch')).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'Pozrieť predplatné' })).toBeVisible()
  await axe()
})

test('R1.06 an account that is not activated is told so, and where to do it', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'unconfirmed')
  expectRefusal(422)
  await open(page)
  await expect(page.getByText('Váš účet ešte nie je aktivovaný.')).toBeVisible()
  const first = switchOf(page, 'Ranný výber')
  await first.click()
  await expect(first).not.toBeChecked()
  await expect(first).toHaveAccessibleDescription(/aktivujte svoj účet/)
  await axe()
  await page.getByRole('link', { name: 'Poslať aktivačný odkaz' }).click()
  await expect(page).toHaveURL(/\/resend-account-activation$/)
})

test('R1.06 newsletters that can not be loaded say so and are tried again', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'premium-card')
  expectRefusal(500)
  await page.route('**/rest/api/prv/v1/newsletters', route => route.fulfill({ status: 500, body: '' }))
  await page.goto('/e-maily')
  await expect(page.getByRole('alert').filter({ hasText: 'nepodarilo načítať' })).toBeVisible({
    timeout: 15_000,
  })
  await axe()
  await page.unroute('**/rest/api/prv/v1/newsletters')
  await page.getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(switchOf(page, 'Ranný výber')).toBeVisible()
})

test('R1.06 what comes late shows the shape of what is coming', async ({ page }) => {
  await signIn(page, 'premium-card')
  const late = Promise.withResolvers<void>()
  await page.route('**/rest/api/prv/v1/newsletters', async route => {
    await late.promise
    await route.continue()
  })
  await page.goto('/e-maily')
  await expect(page.getByRole('tabpanel').getByText('Načítavame…')).toBeAttached()
  await expect(page.getByRole('tab', { name: 'Korzár' })).toBeVisible()
  late.resolve()
  await expect(switchOf(page, 'Ranný výber')).toBeVisible()
})

test('R1.06 a sample shows what would come', async ({ page }) => {
  await page.goto('/e-maily')
  const sample = page.getByRole('link', { name: 'Ukážka: Ranný výber' })
  const opened = page.waitForEvent('popup')
  await sample.click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Ranný výber')
})

test('R1.06 a subscriber who comes by the mailed link is not told to have no subscription', async ({
  page,
  axe,
}) => {
  const { email } = await signIn(page, 'premium-card')
  await open(page)
  const club = switchOf(page, 'Knižný klub')
  const saved = () => page.waitForResponse(response => response.url().endsWith('/newsletters/knizny-klub'))
  if (!(await club.isChecked())) await Promise.all([saved(), club.click()])
  const asked = { data: { email }, headers: { origin: siteOrigin() } }
  await page.request.post(apiAddress('/rest/api/prv/v1/newsletters/manage-links'), asked)
  await page.goto(linkIn(await mailTo(page, email, '/e-maily/odkaz/'), '/e-maily/odkaz/'))
  const row = page.getByRole('listitem').filter({ has: club })
  await expect(row).toContainText('Len pre predplatiteľov')
  await expect(row).not.toContainText('nechodí')
  await axe()
})

test('R1.06 what has a break is not counted among what comes', async ({ page }) => {
  const reader = await newReader(page, 'prestavka')
  const link = await signupLink(page, reader.email, ['ranny-vyber', 'vecerny-suhrn'])
  const change = { headers: { origin: siteOrigin() } }
  const calls = apiAddress(`/rest/api/prv/v1/newsletters/links/${link.split('/').at(-1)}`)
  await page.request.post(`${calls}/confirmation`, change)
  await page.goto(linkIn(await mailTo(page, reader.email, '/unsubscribe/'), '/unsubscribe/'))
  await page.getByRole('button', { name: 'Radšej prestávka na' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('vám neprídu do')
  await signInAs(page, reader)
  await open(page)
  await expect(page.getByText(/^Prestávka do/)).toHaveCount(2)
  await expect(answer(page)).toHaveText('Zatiaľ vám nechodí žiadny newsletter.')
  await page.getByRole('button', { name: 'Posielať hneď: Ranný výber' }).click()
  await expect(answer(page)).toHaveText(/^Chodí vám 1.newsletter\.$/)
  // The page of the mailbox says the same.
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Chodí vám 1.newsletter\.$/)
})
