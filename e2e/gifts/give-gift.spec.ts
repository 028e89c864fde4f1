import { byKeyboard } from '../axe/by-keyboard.ts'
import {
  demoReader,
  expect,
  forgetSession,
  linkIn,
  mailTo,
  newAddress,
  newReader,
  signInAs,
  test,
} from '../fixtures.ts'
import { giveEmailAndPassword } from '../identity/login-screen.ts'
import { cards, giveCard, shopScreen } from '../orders/shop-screen.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'

const offer = '/login/gift/'

test('R9.02 R11.07 a gift is bought, goes to another address, is taken by signing in, and its giver sees it', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const keys = byKeyboard(page)
  const receiver = await newReader(page, 'obdarovana')
  const giver = await newReader(page, 'darca')
  await signInAs(page, giver)
  const screen = shopScreen(page)
  const mistyped = newAddress('preklep')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/obchod/gift_premium_1y')
  const pay = screen.button(/^Zaplatiť 89,90\s€ kartou$/)
  await keys.press(pay)
  await expect(page.getByLabel('E\u2011mail obdarovaného')).toBeFocused()
  await expect(page.getByText('Toto pole je požadované')).toBeVisible()
  await axe()
  await keys.write(page.getByLabel('E\u2011mail obdarovaného'), mistyped)
  await keys.write(page.getByLabel(/^Meno obdarovaného/), 'Eva')
  await keys.write(page.getByLabel(/^Venovanie/), 'Všetko najlepšie!\nTvoja Jana')
  await keys.press(pay)
  await giveCard(page, cards.good)
  await expect(screen.title).toHaveText('Darček je zaplatený.')
  await expect(page.getByText(`sme poslali na ${mistyped}`)).toBeVisible()
  await axe()
  const former = linkIn(await mailTo(page, mistyped, offer), offer)

  await keys.press(screen.link('Pozrieť darček'))
  const gifts = page.getByRole('region', { name: 'Darčeky, ktoré ste dali' })
  await expect(gifts).toContainText(/zatiaľ neaktivované/)
  const withdrawing = gifts.getByRole('link', { name: /^Odstúpiť od zmluvy tu \(do .+\)\s+pri darčeku pre / })
  await expect(withdrawing).toHaveAttribute('href', '/predplatne/odstupit-od-zmluvy')
  await keys.press(gifts.getByRole('button', { name: 'Poslať znova' }))
  await expect(page.getByText(`Darček sme poslali na ${mistyped}.`).first()).toBeVisible()
  await keys.press(screen.button('Zavrieť'))
  await keys.press(gifts.getByRole('button', { name: 'Zmeniť adresu' }))
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await keys.write(gifts.getByLabel('Nový e\u2011mail obdarovaného'), 'nie je e-mail')
  await keys.press(gifts.getByRole('button', { name: 'Zmeniť adresu' }))
  await expect(gifts.getByLabel('Nový e\u2011mail obdarovaného')).toHaveAttribute('aria-invalid', 'true')
  await keys.write(gifts.getByLabel('Nový e\u2011mail obdarovaného'), receiver.email)
  await keys.press(gifts.getByRole('button', { name: 'Zmeniť adresu' }))
  await expect(gifts).toContainText(`Darčekové Prémium pre ${receiver.email}`)
  await expect(gifts.getByRole('listitem').filter({ hasText: receiver.email })).toBeFocused()

  await forgetSession(page)
  const mail = await mailTo(page, receiver.email, offer)
  expect(mail.text).toContain('Eva, ')
  expectRefusal(422)
  await page.goto(former)
  await expect(screen.title).toHaveText('Takýto darček nepoznáme.')
  await page.goto(linkIn(mail, offer))
  await expect(screen.title).toHaveText('Eva, máte darček')
  await expect(page.getByText('Všetko najlepšie!')).toBeVisible()
  await axe()
  await keys.press(screen.link('Prihlásiť sa'))
  await giveEmailAndPassword(page, receiver)
  await expect(page).toHaveURL(linkIn(mail, offer))
  await expect(page.getByText(`Predplatné dostane účet ${receiver.email}.`)).toBeVisible()
  await axe()
  await keys.press(screen.button('Prijať darček'))
  await expect(screen.title).toHaveText(/^Hotovo, Prémium máte do /)
  await expect(screen.title).toBeFocused()
  await axe()
  await screen.button('English').click()
  await expect(screen.title).toHaveText(/^Done, you have Premium until /)
  await screen.button('Slovenčina').click()
  await page.goto(linkIn(mail, offer))
  await expect(screen.title).toHaveText('Tento darček je už aktivovaný.')
  await axe()

  await forgetSession(page)
  await signInAs(page, giver)
  await page.goto('/predplatne')
  await expect(gifts).toContainText(/Aktivovaný /)
  await expect(gifts.getByRole('button')).toHaveCount(0)
})

test('R8.09 who has a renewing subscription is led to turn it off first, in English', async ({
  page,
  axe,
}) => {
  const giver = await newReader(page, 'darca')
  await signInAs(page, giver)
  const to = newAddress('predplatitel')
  const subscriber = await demoReader(page, 'premium-card')
  await page.addInitScript(() => localStorage.setItem('profil_language', 'en'))
  await page.goto('/obchod/gift_standard_1y')
  await page.getByLabel('Recipient’s e\u2011mail').fill(to)
  await shopScreen(page)
    .button(/^Pay €59\.90 by card$/)
    .click()
  await giveCard(page, cards.good)
  await expect(shopScreen(page).title).toHaveText('The gift is paid for.')
  const link = linkIn(await mailTo(page, to, offer), offer)

  await signInAs(page, subscriber)
  await page.goto(link)
  await expect(shopScreen(page).title).toHaveText('You have a gift')
  await expect(page.getByRole('main').getByText('Please turn renewal off first')).toBeVisible()
  await expect(shopScreen(page).link('Turn renewal off')).toHaveAttribute('href', /\/predplatne$/)
  await expect(shopScreen(page).button('Accept the gift')).toHaveCount(0)
  await axe()
})

test('R6.01 a gift that was looked at does not lead the next one who signs in at the login', async ({
  page,
}) => {
  const next = await newReader(page, 'dalsi')
  const gift = {
    from: 'Jana',
    name: 'Eva',
    message: '',
    group: 'premium',
    type: { code: 'premium_1y', name: 'Premium' },
    length: 'P1Y',
    access: ['web'],
    device_limit: 6,
    use_until: '2098-01-01T08:00:00Z',
  }
  await page.route('**/prv/v1/gifts/*', route => route.fulfill({ json: gift }))
  await page.goto(`${offer}N5WH-8TQE-RC3Z-K7DA`)
  await shopScreen(page).link('Prihlásiť sa').click()
  await expect(page).toHaveURL(/\/login\?url=.+N5WH-8TQE-RC3Z-K7DA$/)
  await page.goto('/login')
  await giveEmailAndPassword(page, next)
  await expect(page).toHaveURL(/\/predplatne$/)
})
