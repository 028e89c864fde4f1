import {
  expect,
  linkIn,
  mailTo,
  newAddress,
  newReader,
  onSeveralOrigins,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { giveEmail, loginScreen } from './login-screen.ts'

const ask = 'Poslať odkaz na prihlásenie'
const path = '/login/sign-in/'

test(
  'R13.02 a link instead of a password signs in and leads to where it was asked from, remembered as wished',
  onSeveralOrigins,
  async ({ page, axe }) => {
    const screen = loginScreen(page)
    const { email } = await newReader(page, 'odkazovy')
    await page.goto(`/login?url=${encodeURIComponent(`${siteOrigin()}/faq`)}`)
    await giveEmail(page, email)
    await page.getByRole('checkbox', { name: 'Zapamätať si prihlásenie' }).check()
    await screen.button(ask).click()
    await expect(screen.title).toHaveText('Pozrite si e-mail')
    await expect(screen.title).toBeFocused()
    await axe()

    // In another tab, as a mail program opens it; twice, as a scanner would.
    const link = linkIn(await mailTo(page, email, path), path)
    const tab = await page.context().newPage()
    await tab.goto(link)
    await tab.goto(link)
    await expect(loginScreen(tab).title).toHaveText('Prihláste sa')
    await loginScreen(tab).button('Prihlásiť sa').click()
    await expect(tab).toHaveURL(/\/faq$/)
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'ppi')?.expires).toBeGreaterThan(Date.now() / 1000 + 86_400)
  },
)

test('R13.02 a code from mail that is read elsewhere signs in; a wrong one says so at its field', async ({
  page,
  browser,
  axe,
  expectRefusal,
}) => {
  const screen = loginScreen(page)
  const { email } = await newReader(page, 'kodovy')
  await page.goto('/login')
  await giveEmail(page, email)
  await screen.button(ask).click()
  const mail = await mailTo(page, email, path)
  const code = /\d{6}/.exec(mail.subject)?.[0] ?? ''

  expectRefusal(422)
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(linkIn(mail, path))
  await loginScreen(elsewhere).button('Prihlásiť sa').click()
  await expect(elsewhere.getByText('O odkaz ste požiadali v inom prehliadači.')).toBeVisible()
  await elsewhere.context().close()

  const field = page.getByRole('textbox', { name: /^Kód z e.mailu$/ })
  await field.fill(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Zostávajú vám 4.pokusy/)
  await expect(field).toBeFocused()
  await axe()
  await field.fill(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/predplatne$/)
})

test('R13.02 an unknown address sees the same as a known one, and can have the mail sent again', async ({
  page,
}) => {
  const screen = loginScreen(page)
  const email = newAddress('neznamy')
  // As the step of a known address would be.
  await page.route('**/username_check', route => route.fulfill({ json: { content: { next: 'password' } } }))
  await page.goto('/login')
  await giveEmail(page, email)
  await screen.button(ask).click()
  await expect(page.getByText(`Ak k adrese ${email} patrí účet`)).toBeVisible()
  await screen.button('Poslať znova').click()
  await expect(page.getByRole('main').getByText('Správu sme poslali ešte raz.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Ak k adrese ${email} patrí účet`)).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('R13.02 R16.04 the mailed link is a form of one button; a used one says so, in the language of the page', async ({
    page,
  }) => {
    const { email } = await newReader(page, 'bezskriptovy')
    const origin = siteOrigin()
    await page.request.post('/login/sign-in-link', {
      data: { email, url: `${origin}/faq` },
      headers: { origin },
    })
    const link = linkIn(await mailTo(page, email, path), path)
    await page.goto(link)
    await expect(page.getByText('potrebuje JavaScript')).toHaveCount(0)
    await page.getByRole('button', { name: 'Prihlásiť sa' }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await page.goto(`${link}&lang=en`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('This sign-in link is not valid')).toBeVisible()
  })
})
