import type { Page } from '@playwright/test'
import {
  apiAddress,
  expect,
  linkIn,
  mailTo,
  newAddress,
  onSeveralOrigins,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { signupLink } from './signup-link.ts'

/** Signs a new address up, past the screens; gives the link at the end of the mail that welcomes it. */
async function unsubscribeLink(page: Page, ...codes: string[]): Promise<string> {
  const email = newAddress('odhlasenie')
  const token = (await signupLink(page, email, codes)).split('/').at(-1)
  await page.request.post(apiAddress(`/rest/api/prv/v1/newsletters/links/${token}/confirmation`), {
    headers: { origin: siteOrigin() },
  })
  return linkIn(await mailTo(page, email, '/unsubscribe/'), '/unsubscribe/')
}
const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first()

test(
  'R1.06 the link of a mail signs off by one press, which can be taken back',
  onSeveralOrigins,
  async ({ page, axe }) => {
    const link = await unsubscribeLink(page, 'ranny-vyber', 'closer-recepty')
    // Scanners open links: as often as it is opened, nothing happens.
    for (let opened = 0; opened < 2; opened++) {
      await page.goto(link)
      await expect(heading(page)).toContainText('Odhlásenie z odberu: Ranný výber a')
    }
    await expect(page).toHaveTitle('Odhlásenie z e-mailov - Profil')
    await axe()
    await page.getByRole('button', { name: 'Odhlásiť', exact: true }).click()
    await expect(heading(page)).toContainText('vám už neprídu')
    await expect(heading(page)).toBeFocused()
    await axe()
    await page.getByRole('button', { name: 'Vrátiť späť' }).click()
    await expect(heading(page)).toContainText('posielame ďalej')
    await page.reload()
    await expect(heading(page)).toContainText('Odhlásenie z odberu')
  },
)

test('R1.06 fewer mails: a break of 30 days instead, and why, if the reader wants to tell', async ({
  page,
  axe,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(await unsubscribeLink(page, 'vecerny-suhrn'))
  await page.getByRole('button', { name: 'Odhlásiť', exact: true }).click()
  await page.getByRole('button', { name: 'Odoslať' }).click()
  const reason = page.getByLabel('Dôvod')
  await expect(reason).toHaveAccessibleDescription(/Toto pole je požadované/)
  await expect(reason).toBeFocused()
  await reason.selectOption('Chodil príliš často')
  await page.getByLabel('Chcete niečo dodať?').fill('Stačil by raz za týždeň.')
  await axe()
  await page.getByRole('button', { name: 'Odoslať' }).click()
  await expect(page.getByText('Ďakujeme, pomôže nám to.')).toBeFocused()
  await axe()
  await page.getByRole('button', { name: 'Radšej prestávka na 30 dní' }).click()
  await expect(heading(page)).toContainText('Večerný súhrn vám nepríde do')
  await axe()
  await page.getByRole('button', { name: 'Posielať hneď' }).click()
  await expect(heading(page)).toContainText('posielame ďalej')
})

test('R1.06 a link that is not ours, and a press that fails, say so', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(404)
  expectRefusal(500)
  await page.goto('/unsubscribe/abcdefghijklmnopqrstuvwxyz')
  await expect(heading(page)).toHaveText('Tento odkaz neplatí.')
  await axe()
  await page.getByRole('link', { name: 'Správa newsletterov' }).last().click()
  await expect(page).toHaveURL(`${siteOrigin()}/e-maily`)

  const link = await unsubscribeLink(page, 'nazory-dna')
  await page.route('**/unsubscribe/*', (route, request) =>
    request.method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.goto(link)
  await page.getByRole('button', { name: 'Odhlásiť', exact: true }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Nepodarilo sa to. Nič sa nezmenilo.' }),
  ).toBeVisible()
  await expect(heading(page)).toContainText('Odhlásenie z odberu')
})

test('R1.06 the page behind the link tells nobody where it was opened', async ({ page }) => {
  const answer = await page.goto('/unsubscribe/abcdefghijklmnopqrstuvwxyz')
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
})
