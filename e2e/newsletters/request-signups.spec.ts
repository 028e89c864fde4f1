import { byKeyboard } from '../axe/by-keyboard.ts'
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

test(
  'R1.06 journey, 5 presses: a visitor ticks three newsletters, gives one e-mail, and confirms by the link that comes',
  onSeveralOrigins,
  async ({ page, axe, presses }) => {
    const email = newAddress('navstevnik')
    const keys = byKeyboard(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/e-maily')
    await expect(page.getByRole('heading', { name: 'Vyberte si, čo vám bude chodiť.' })).toBeVisible()
    for (const name of ['Ranný výber', 'Večerný súhrn', 'Názory dňa']) {
      await keys.press(page.getByRole('checkbox', { name }), 'Space')
    }
    await expect(page.getByText('Vybrali ste si Ranný výber, Večerný súhrn a')).toBeVisible()
    await keys.write(page.getByRole('textbox', { name: 'E-mail', exact: true }).first(), email)
    await page.keyboard.press('Enter')
    const sent = page.getByRole('heading', { name: 'Pozrite si e-mail.' })
    await expect(sent).toBeFocused()
    await expect(page.getByRole('main').getByText(`Na ${email} sme poslali odkaz`)).toBeVisible()
    await axe()
    // What was sent is unticked, also after a reload.
    await page.reload()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)

    const link = linkIn(await mailTo(page, email, '/e-maily/odkaz/'), '/e-maily/odkaz/')
    expect(link).toContain(siteOrigin())
    // Opening it, even repeatedly, changes nothing before the press.
    for (let opened = 0; opened < 2; opened++) {
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 2 })).toContainText('Potvrďte odber: Ranný výber')
    }
    await expect(page).toHaveTitle('Vaše newslettery - Profil')
    await axe()
    await keys.press(page.getByRole('button', { name: 'Potvrdiť odber' }))
    const done = page.getByRole('heading', { name: 'Hotovo, odber je potvrdený.' })
    await expect(done).toBeFocused()
    await presses.expect(5)
    await expect(page.getByRole('switch', { name: 'Ranný výber' })).toBeChecked()
    await axe()
  },
)

test('R1.06 an address that was typed stays while boxes are ticked, and what was sent is not told again', async ({
  page,
}) => {
  const typed = newAddress('vyber')
  const box = (name: string) => page.getByRole('checkbox', { name })
  const email = page.getByRole('textbox', { name: 'E-mail', exact: true }).first()
  await page.goto('/e-maily')
  await box('Ranný výber').check()
  await email.fill(typed)
  await box('Ranný výber').uncheck()
  await expect(email).toBeHidden()
  await box('Názory dňa').check()
  await expect(email).toHaveValue(typed)
  await page.getByRole('button', { name: 'Prihlásiť na odber' }).click()
  await expect(page.getByRole('heading', { name: 'Pozrite si e-mail.' })).toBeFocused()
  await box('Ranný výber').check()
  await box('Ranný výber').uncheck()
  await expect(box('Ranný výber')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Pozrite si e-mail.' })).toHaveCount(0)
})

test('R1.06 the same link manages the newsletters afterwards', async ({ page, axe }) => {
  const link = await signupLink(page, newAddress('sprava'), ['ranny-vyber', 'closer-recepty'])
  await page.request.post(
    apiAddress(`/rest/api/prv/v1/newsletters/links/${link.split('/').at(-1)}/confirmation`),
    {
      headers: { origin: siteOrigin() },
    },
  )
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Chodia vám 2 newslettery.' })).toBeVisible()
  const evening = page.getByRole('switch', { name: 'Večerný súhrn' })
  const saved = page.waitForResponse(response => response.url().endsWith('/newsletters/vecerny-suhrn'))
  await evening.click()
  await expect(page.getByRole('heading', { name: 'Chodia vám 3 newslettery.' })).toBeVisible()
  await saved
  await page.reload()
  await expect(evening).toBeChecked()
  const locked = page.getByRole('listitem').filter({ hasText: 'Týždeň v politike' })
  await expect(locked).toContainText('Zapnúť sa dá po prihlásení')
  await axe()
})

test('R1.06 who gets something already has a link sent to manage it', async ({ page, axe }) => {
  const email = newAddress('odberatel')
  await page.goto('/e-maily')
  await page.getByText('Už vám od nás niečo chodí?').click()
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Poslať odkaz' }).click()
  await expect(page.getByRole('main').getByText(`Na ${email} sme poslali odkaz`)).toBeVisible()
  await axe()
  await page.goto(linkIn(await mailTo(page, email, '/e-maily/odkaz/'), '/e-maily/odkaz/'))
  await expect(page.getByRole('heading', { name: 'Zatiaľ vám nechodí žiadny newsletter.' })).toBeVisible()
})

test('R1.06 a link that does not work says so and offers a new one', async ({ page, axe, expectRefusal }) => {
  expectRefusal(404)
  expectRefusal(400)
  for (const token of ['abcdefghijklmnopqrstuvwxyz', 'kratky']) {
    await page.goto(`/e-maily/odkaz/${token}`)
    await expect(page.getByRole('heading', { name: 'Tento odkaz už nefunguje.' })).toBeVisible()
  }
  await axe()
  const email = newAddress('novy-odkaz')
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Poslať odkaz' }).click()
  await expect(page.getByRole('main').getByText(`Na ${email} sme poslali odkaz`)).toBeVisible()
})

test('R1.06 R5.08 R8.13 what a visitor ticks in several tabs and types stays, whatever is refused, and who is held back is told when to try again', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(429)
  await page.route('**/newsletters/signups', route =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '1500' },
      json: { errors: [{ key: 'too_many_newsletter_emails', message: '' }] },
    }),
  )
  await page.goto('/e-maily')
  await page.getByRole('checkbox', { name: 'Ranný výber' }).check()
  await page.getByRole('tab', { name: 'Closer' }).click()
  await page.getByRole('checkbox').first().check()
  // What was ticked in another tab is kept.
  await expect(page.getByText('Vybrali ste si Ranný výber a')).toBeVisible()
  const bar = page.getByRole('status').filter({ hasText: 'Vybrané' })
  await expect(bar).toHaveText('Vybrané 2\u00a0newslettery')
  // And so it is by a reload.
  await page.reload()
  await expect(bar).toHaveText('Vybrané 2\u00a0newslettery')
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  const field = page.getByRole('textbox', { name: 'E-mail', exact: true }).first()
  // The browser goes back to where it was scrolled, maybe late, and even between the two halves of a press; at the form
  // there is no button that leads to it.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Pokračovať' }).click({ timeout: 1000 })
    await expect(field).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Toto pole je požadované/)
  await field.fill('jana@')
  await page.getByRole('button', { name: 'Prihlásiť na odber' }).click()
  await expect(field).toHaveAccessibleDescription(/Toto nie je platná e.mailová adresa/)
  await expect(field).toBeFocused()
  await axe()
  await field.fill('navstevnik@post.example')
  await page.getByRole('button', { name: 'Prihlásiť na odber' }).click()
  const alert = page.getByRole('alert').filter({ hasText: /Na túto adresu sme už poslali viac e.mailov/ })
  await expect(alert).toContainText('Znova to môžete skúsiť o 25 minút.')
  await expect(field).toHaveValue('navstevnik@post.example')
  await axe()
})

test('R1.06 a visitor with an account signs in and comes back to the same tab', async ({ page }) => {
  await page.goto('/e-maily#korzar')
  await page.getByRole('tabpanel').getByRole('link', { name: 'prihláste sa' }).first().click()
  await expect(page).toHaveURL(/\/login\?url=/)
  expect(new URL(page.url()).searchParams.get('url')).toBe(`${siteOrigin()}/e-maily#korzar`)
})

test('R9.01 the visitor’s way is the same in English', async ({ page, axe }) => {
  await page.goto('/e-maily?lang=en')
  await expect(page.getByRole('heading', { name: 'Choose what we should send you.' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Morning Selection' }).check()
  await expect(page.getByText('You have chosen Morning Selection.')).toBeVisible()
  await axe()
})
