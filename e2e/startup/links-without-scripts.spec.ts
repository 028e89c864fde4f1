import {
  expect,
  linkIn,
  mailTo,
  newAddress,
  onSeveralOrigins,
  register,
  signInAs,
  test,
} from '../fixtures.ts'
import { signupLink } from '../newsletters/signup-link.ts'
import { expectFlawless, inEnglish, plainPage, title } from './plain-page.ts'

test(
  'R16.04 without scripts newsletters are confirmed and signed off from, by a button and not by opening',
  onSeveralOrigins,
  async ({ page, browser }) => {
    const plain = await plainPage(browser)
    const email = newAddress('bez-skriptov')
    const link = await signupLink(page, email, ['ranny-vyber'])
    await plain.goto(link)
    await plain.goto(link)
    await expect(title(plain)).toHaveText('Potvrďte odber newsletterov')
    await expectFlawless(plain)
    await plain.getByRole('button', { name: 'Potvrdiť odber' }).click()
    await expect(title(plain)).toHaveText('Hotovo, odber je potvrdený.')
    await expectFlawless(plain)
    // Nothing is left to be confirmed: the page is for its newsletters, which needs scripts.
    await plain.goto(inEnglish(link))
    await expect(plain.getByRole('button')).toHaveCount(0)

    const leaving = linkIn(await mailTo(page, email, '/unsubscribe/'), '/unsubscribe/')
    const answer = await plain.goto(inEnglish(leaving))
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(await answer?.text()).not.toContain(leaving.split('/').at(-1))
    await expect(plain.locator('html')).toHaveAttribute('lang', 'en')
    await expectFlawless(plain)
    await plain.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(title(plain)).toHaveText('Done, you are unsubscribed.')
    await expectFlawless(plain)
    await page.goto(leaving)
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('vám už nepríde')
  },
)

test(
  'R16.04 without scripts an account is activated, and a used link says so',
  onSeveralOrigins,
  async ({ page, browser }) => {
    const plain = await plainPage(browser)
    const email = newAddress('bez-skriptov')
    await register(page, email)
    const link = linkIn(await mailTo(page, email, '/login/activate/'), '/login/activate/')
    await plain.goto(link)
    await plain.getByLabel('Nové heslo').fill('Kratke1')
    await plain.getByRole('button', { name: 'Aktivovať účet' }).click()
    await expect(plain.getByRole('alert')).toContainText('8 znakov')
    await expectFlawless(plain)
    await plain.getByLabel('Nové heslo').fill('Nove-heslo-1')
    await plain.getByRole('button', { name: 'Aktivovať účet' }).click()
    await expect(title(plain)).toHaveText('Účet je aktivovaný.')
    await expectFlawless(plain)
    const cookies = await plain.context().cookies()
    expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['ppi', 'ppp', 'ppr']))
    await signInAs(page, { email, password: 'Nove-heslo-1' })

    await plain.goto(inEnglish(link))
    await plain.getByLabel('New password').fill('Nove-heslo-2')
    await plain.getByRole('button', { name: 'Activate the account' }).click()
    await expect(plain.getByRole('alert')).toContainText('link is not valid')
  },
)

test('R16.04 without scripts a gift is read in both languages; taking it needs them', async ({
  page,
  browser,
}) => {
  const codes = (await (await page.request.get('/demo/codes.json')).json()) as {
    items: { situation: string; code: string }[]
  }
  const { code } = codes.items.find(({ situation }) => situation === 'gift') ?? { code: '' }
  const plain = await plainPage(browser)
  await plain.goto(`/login/gift/${code}`)
  await expect(title(plain)).toHaveText('Máte darček')
  await expect(plain.getByText(/zapnúť JavaScript a\sprihlásiť sa/)).toBeVisible()
  await expectFlawless(plain)
  await plain.goto(inEnglish(`/login/gift/${code}`))
  await expect(title(plain)).toHaveText('You have a gift')
})
