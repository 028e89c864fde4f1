import type { Page } from '@playwright/test'
import {
  apiAddress,
  expect,
  newAddress,
  newReader,
  onSeveralOrigins,
  signInAs,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'

const box = (page: Page, name: string) =>
  page.getByRole('dialog').frameLocator('iframe').getByRole('checkbox', { name })

const emailField = (page: Page) => page.getByLabel('E-mail', { exact: true }).first()

test(
  'R4.17 R7.17 R5.10 after a few tries a visitor ticks a captcha, and the sign-up goes through as it was',
  onSeveralOrigins,
  async ({ page, axe, expectRefusal }) => {
    expectRefusal(422)
    const scripts: string[] = []
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
    for (let index = 0; index < 5; index++) {
      const answer = await page.request.post(apiAddress('/rest/api/prv/v1/newsletters/manage-links'), {
        data: { email: newAddress('mnoho') },
        headers: { origin: siteOrigin() },
      })
      expect(answer.status()).toBe(202)
    }
    await page.goto('/e-maily')
    await page.getByRole('checkbox').first().check()
    const email = newAddress('navstevnik')
    await emailField(page).fill(email)
    expect(scripts.filter(url => url.includes('api.js'))).toEqual([])
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toHaveText('Potvrďte, že nie ste robot')
    await expect(box(page, 'Nie som robot')).toBeVisible()
    expect(scripts.filter(url => url.includes('api.js'))).toHaveLength(1)
    await axe()
    // Cancelled, nothing is lost; a second try goes on.
    await button(dialog, 'Späť').click()
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText(
      'Zaznamenali sme nezvyčajnú aktivitu',
    )
    await expect(emailField(page)).toHaveValue(email)
    await emailField(page).press('Enter')
    await box(page, 'Nie som robot').click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(email)).toBeVisible()
  },
)

test('R8.05 a captcha that is blocked says so, and is tried again', async ({ page, axe, expectRefusal }) => {
  expectRefusal(422)
  expectRefusal('no answer')
  await page.route('**/username_check', (route, request) =>
    request.postData()?.includes('g-recaptcha-response')
      ? route.continue()
      : route.fulfill({
          status: 422,
          contentType: 'application/json',
          body: JSON.stringify({
            errors: [{ key: 'storm_shield', message: '' }],
            challenge: { id: 'challenge', kind: 'captcha' },
          }),
        }),
  )
  await page.route('**/api.js*', route => route.abort())
  await page.goto('/login?lang=en')
  await page.getByRole('textbox').first().fill(newAddress('captcha'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('The robot check did not load.')
  await axe()
  await page.unroute('**/api.js*')
  await button(dialog, 'Try again').click()
  await page.getByRole('dialog').frameLocator('iframe').getByRole('checkbox').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('R5.10 what is unusual is proven by the password or a mailed code, and the very same request goes on', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(422)
  const reader = await newReader(page, 'stit')
  await signInAs(page, reader)
  const asked: { body: string | null; answer: string | undefined }[] = []
  let kind = 'email_code'
  await page.route('**/rest/api/prv/v1/users/*', (route, request) => {
    const answer = request.headers()['x-storm-shield-answer']
    if (request.method() !== 'PATCH') return route.continue()
    asked.push({ body: request.postData(), answer })
    if (answer !== undefined && answer !== '000000') return route.continue()
    const key = answer === undefined ? 'storm_shield' : 'control_code_invalid'
    return route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({
        errors: [{ key, message: '', params: { tries_left: 4 } }],
        challenge: { id: 'challenge', kind },
      }),
    })
  })
  await openSettings(page)
  const { phone, dialog } = settings(page)
  await field(phone, 'Mobilné číslo').fill('0999 555 777')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading')).toHaveText('Potvrďte, že ste to vy')
  await axe()
  await field(dialog, 'Kód z\u00a0e\u2011mailu').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Overovací kód nie je správny')
  await axe()
  await field(dialog, 'Kód z\u00a0e\u2011mailu').fill('123456')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(field(phone, 'Kód z SMS')).toBeFocused()
  expect(asked.map(({ answer }) => answer)).toEqual([undefined, '000000', '123456'])
  expect(new Set(asked.map(({ body }) => body)).size).toBe(1)

  kind = 'password'
  await button(phone, 'Zrušiť overovanie').click()
  await field(dialog, 'Heslo').fill(reader.password)
  await axe()
  await page.keyboard.press('Enter')
  await expect(field(phone, 'Mobilné číslo')).toBeVisible()
})
