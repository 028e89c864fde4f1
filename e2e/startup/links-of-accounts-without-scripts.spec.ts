import { administratorBeside } from '../companies/administrator.ts'
import { newAdministrator } from '../companies/new-company.ts'
import {
  expect,
  linkIn,
  mailTo,
  newAddress,
  newReader,
  onSeveralOrigins,
  signInAs,
  test,
} from '../fixtures.ts'
import { loginScreen } from '../identity/login-screen.ts'
import { button, openSettings, settings } from '../settings-navigation/settings-screen.ts'
import { expectFlawless, inEnglish, plainPage, title } from './plain-page.ts'

test(
  'R16.04 without scripts an e-mail is changed, and the former mailbox takes the change back',
  onSeveralOrigins,
  async ({ page, browser }) => {
    const plain = await plainPage(browser)
    const reader = await newReader(page, 'bez-skriptov')
    const email = newAddress('novy-mail')
    await signInAs(page, reader)
    await openSettings(page)
    const { mainData } = settings(page)
    await mainData.getByText('Zmeniť e‑mail', { exact: true }).click()
    await mainData.getByLabel(/^Nový e.mail$/).fill(email)
    await button(mainData, 'Poslať odkaz').click()
    const link = linkIn(await mailTo(page, email, '/login/change-email/'), '/login/change-email/')

    await plain.goto(link)
    await plain.goto(link)
    await expect(title(plain)).toHaveText(/^Potvrďte nový e.mail$/)
    await expectFlawless(plain)
    await plain.getByRole('button', { name: /^Potvrdiť e.mail$/ }).click()
    await expect(title(plain)).toHaveText(/^E.mail je zmenený\.$/)
    await expectFlawless(plain)
    await signInAs(page, { ...reader, email })
    // The address that says how it ended sends nothing again; the link itself works once.
    await plain.reload()
    await expect(title(plain)).toHaveText(/^E.mail je zmenený\.$/)
    await plain.goto(inEnglish(link))
    await plain.getByRole('button').click()
    await expect(plain.getByRole('alert')).toContainText('link is not valid')
    await expectFlawless(plain)

    const former = await mailTo(page, reader.email, '/login/take-back-email/')
    const back = linkIn(former, '/login/take-back-email/')
    await plain.goto(back)
    await expect(title(plain)).toHaveText(/^Vráťte zmenu e.mailu$/)
    await plain.getByLabel('Nové heslo').fill('kratke')
    await plain.getByRole('button', { name: 'Vrátiť zmenu' }).click()
    await expect(plain.getByRole('alert')).toContainText('8 znakov')
    await expectFlawless(plain)
    await plain.getByLabel('Nové heslo').fill('Vlak-mesto-kniha-7')
    await plain.getByRole('button', { name: 'Vrátiť zmenu' }).click()
    await expect(title(plain)).toHaveText(/^Zmena e.mailu je vrátená\.$/)
    await expectFlawless(plain)
    await signInAs(page, { email: reader.email, password: 'Vlak-mesto-kniha-7' })
  },
)

test(
  'R16.04 without scripts a forgotten password is replaced, and the browser is signed in',
  onSeveralOrigins,
  async ({ page, browser }) => {
    const plain = await plainPage(browser)
    const { email } = await newReader(page, 'bez-skriptov')
    await page.goto('/login/forgotten-password')
    await loginScreen(page).email.fill(email)
    await loginScreen(page).button('Poslať odkaz').click()
    await plain.goto(linkIn(await mailTo(page, email, '/login/new-password/'), '/login/new-password/'))
    await expect(title(plain)).toHaveText('Zvoľte si nové heslo')
    await expectFlawless(plain)
    await plain.getByLabel('Nové heslo').fill('Uplne-nove-2')
    await plain.getByRole('button', { name: 'Uložiť heslo' }).click()
    await expect(title(plain)).toHaveText('Nové heslo je uložené.')
    await expectFlawless(plain)
    const cookies = await plain.context().cookies()
    expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['ppi', 'ppp', 'ppr']))
    await signInAs(page, { email, password: 'Uplne-nove-2' })
  },
)

test('R16.04 without scripts an accountant stops a company’s documents', async ({ page, browser }) => {
  const plain = await plainPage(browser)
  await newAdministrator(page, 'company_premium_5')
  const accountant = newAddress('uctovnictvo')
  await page.goto('/pre-firmy')
  const main = page.getByRole('main')
  await main.getByLabel(/^E.mail na doklady$/).fill(accountant)
  await main.getByRole('button', { name: 'Posielať doklady' }).click()
  const link = linkIn(await mailTo(page, accountant, '/unsubscribe/documents-'), '/unsubscribe/')
  await plain.goto(link)
  await plain.goto(link)
  await expect(title(plain)).toHaveText('Posielanie dokladov firmy')
  await expectFlawless(plain)
  const recipients = main.getByRole('list', { name: /^Doklady e.mailom$/ })
  await page.reload()
  await expect(recipients.getByRole('listitem')).toHaveText([new RegExp(accountant)])
  await expect(recipients).not.toContainText('adresy doklady vypli')
  await plain.getByRole('button', { name: 'Vypnúť posielanie dokladov' }).click()
  await expect(title(plain)).toHaveText(/^Hotovo, doklady vám už nechodia\.$/)
  await expectFlawless(plain)
  await page.reload()
  await expect(recipients).toContainText('adresy doklady vypli')
})

test('R16.04 without scripts an invitation is read in both languages; taking it needs them', async ({
  page,
  browser,
  playwright,
}) => {
  const plain = await plainPage(browser)
  const owner = await administratorBeside(playwright, page, 'family')
  const email = newAddress('rodina')
  const access = await owner.add(email)
  const link = linkIn(await mailTo(page, email, '/login/invitation/'), '/login/invitation/')
  await plain.goto(link)
  await expect(title(plain)).toHaveText(/^Máte prístup k\spredplatnému$/)
  await expect(plain.locator('p').first()).toHaveText(
    /^Prístup\s+vám\s+dáva\s+Viera\sKostková,\s+nič\s+neplatíte\.\s+Predplatné:\s+Rodinné\s+Prémium\./,
  )
  await expect(plain.getByText(/zapnúť JavaScript a\sprihlásiť sa/)).toBeVisible()
  await expect(plain.getByRole('button')).toHaveCount(0)
  await expectFlawless(plain)
  await plain.goto(inEnglish(link))
  await expect(plain.locator('html')).toHaveAttribute('lang', 'en')
  await expect(title(plain)).toHaveText(/access/)
  // It is dead when the access ends: nothing is told of it any more.
  await owner.deactivate(access)
  await owner.close()
  await plain.goto(link)
  await expect(title(plain)).toHaveCount(0)
  await expect(plain.getByText('Viera Kostková')).toHaveCount(0)
})
