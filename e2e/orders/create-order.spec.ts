import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { operationFaults } from '../axe/laws.ts'
import {
  expect,
  forgetSession,
  linkIn,
  mailTo,
  newAddress,
  newReader,
  onSeveralOrigins,
  signInAs,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { loginScreen } from '../identity/login-screen.ts'
import { aWhile } from '../navigation/open-meanwhile.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'
import {
  agreedTerms,
  askToBeginAtOnce,
  cards,
  giveCard,
  letTransferArrive,
  shopScreen,
} from './shop-screen.ts'

test(
  'R1.01 R2.04 R1.22 R13.14 a visitor compares and chooses, registers on the way, and pays by card after all',
  onSeveralOrigins,
  async ({ page, axe }) => {
    const keys = byKeyboard(page)
    const screen = shopScreen(page)
    const login = loginScreen(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/obchod')
    await expect(screen.title).toHaveText('Vyberte si predplatné')
    await expect(page.getByText('Štandard je len pre jednotlivcov, firmám ho nepredávame.')).toBeVisible()
    await expect(screen.link('Predplatné pre firmy')).toHaveAttribute('href', /\/pre-firmy$/)
    await axe()
    expect(await isTooWide(page)).toBe(false)
    const plan = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Prémium', exact: true }) })
    await expect(plan).toContainText(
      /89,90\s€ na rok\s*vychádza na 7,50\s€ mesačne\s*pri platbe kartou sa samo obnovuje/,
    )
    await expect(plan).toContainText(/Všetko, čo má Štandard, a\snavyše:/)
    await expect(screen.link('Vybrať Sportnet')).toBeHidden()
    await keys.press(page.getByText('Ďalšie predplatné'))
    await expect(screen.link('Vybrať Sportnet')).toBeVisible()
    await axe()
    expect(await isTooWide(page)).toBe(false)
    // A link that is pressed before the scripts have come loads a document, which leaves the focus alone.
    await page.waitForLoadState('networkidle')
    await keys.press(page.getByRole('link', { name: 'Vybrať Prémium', exact: true }))
    await expect(screen.title).toHaveText('Prémium')
    await expect(screen.title).toBeFocused()
    await expect(page.getByText('89,90 € na rok')).toBeVisible()
    await axe()

    // The mail of the activation leads back to what was chosen, also on another device.
    await keys.press(screen.link('Založiť účet'))
    const email = newAddress('kupujuci')
    await keys.write(login.email, email)
    await keys.press(login.button('Založiť účet'))
    const mail = await mailTo(page, email, '/login/activate/')
    await page.evaluate(() => localStorage.clear())
    await page.goto(linkIn(mail, '/login/activate/'))
    await keys.write(login.newPassword, 'Nove-heslo-1')
    await keys.press(login.button('Aktivovať účet'))
    await expect(page).toHaveURL(/\/obchod\/premium_1y$/)
    await expect(page.getByText(`Kupujete ako ${email}.`)).toBeVisible()
    await expect(page.getByText(/Samo sa obnovuje vždy za 89,90\s€ na rok/)).toBeVisible()
    await expect(page.getByText(/Bez tejto žiadosti sa predplatné začne /)).toBeVisible()
    await expect(page.getByText(/^Od zmluvy môžete do 14\sdní odstúpiť/)).toBeVisible()
    await expect(screen.link('obchodnými podmienkami')).toHaveAttribute('href', /^https:/)
    await keys.press(page.getByRole('checkbox', { name: /^Chcem čítať hneď/ }), 'Space')
    await keys.press(page.getByRole('checkbox').first(), 'Space')
    await keys.press(screen.button(/^Zaplatiť 89,90\s€ kartou$/))
    await expect(page.getByLabel('Meno', { exact: true })).toBeFocused()
    await axe()
    expect(await isTooWide(page)).toBe(false)
    await keys.write(page.getByLabel('Mesto alebo obec'), 'Žilina')
    await keys.press(page.getByRole('checkbox').first(), 'Space')

    await keys.press(screen.button(/^Zaplatiť 89,90\s€ kartou$/))
    await giveCard(page, cards.declined)
    await expect(page.getByText('Banka platbu zamietla')).toBeVisible()
    await keys.press(page.getByRole('button', { name: 'Späť do obchodu' }))
    await expect(screen.title).toHaveText('Platba sa nepodarila.')
    await expect(page.getByText('Banka platbu zamietla. Nič sme nestrhli.')).toBeVisible()
    await axe()
    await keys.press(screen.link('Skúsiť znova'))
    // Nothing that was typed is lost.
    await keys.press(page.getByRole('checkbox').first(), 'Space')
    await expect(page.getByLabel('Mesto alebo obec')).toHaveValue('Žilina')
    await keys.press(page.getByRole('checkbox').first(), 'Space')
    await keys.press(screen.button(/^Zaplatiť/))
    await giveCard(page, cards.confirmed)
    await keys.press(page.getByRole('button', { name: 'Áno, platím ja' }))

    await expect(screen.title).toHaveText(/^Hotovo, Prémium máte do /)
    await expect(page.getByText(`Potvrdenie sme poslali na ${email}`)).toBeVisible()
    await axe()
    await keys.press(screen.link('Prejsť na predplatné'))
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Prémium máte do /)
  },
)

test('R1.24 R11.13 a transfer ordered in English is told in full, can be copied, and opens what was ordered', async ({
  page,
  context,
  axe,
}) => {
  const reader = await newReader(page, 'prevod')
  await signInAs(page, reader)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.addInitScript(() => localStorage.setItem('profil_language', 'en'))
  await page.goto('/obchod/premium_plus_1y')
  const screen = shopScreen(page)
  await page.getByRole('radio', { name: 'By bank transfer' }).check()
  await expect(page.getByText(/in about 2\sto\s3\sdays/)).toBeVisible()
  await askToBeginAtOnce(page)
  await axe()
  await screen.button(/^Order and pay €119\.90$/).click()

  await expect(screen.title).toHaveText('Ordered. All that is left is to send €119.90.')
  await expect(screen.title).toBeFocused()
  // A desk has no bank's app; a phone does.
  const app = screen.link('Open in your bank’s app')
  await expect(app).toBeHidden()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(app).toHaveAttribute(
    'href',
    /^https:\/\/payme\.sk\/2\/e\/PME\?IBAN=SK\d{22}&AM=119\.90&CC=EUR&PI=/,
  )
  await axe()
  await page.setViewportSize({ width: 1280, height: 800 })
  const picture = page.getByRole('img', { name: /^PAY by square QR code: €119\.90 to the account SK/ })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate(image => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(
    true,
  )
  // All of it at once, seen in the order in which it is read.
  await expect(picture).toBeInViewport({ ratio: 1 })
  await expect(screen.button('Copy IBAN')).toBeInViewport()
  expect(await operationFaults(page)).toEqual([])
  await screen.button('Copy IBAN').click()
  await expect(page.getByText('Copied: IBAN').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^SK\d{22}$/)
  await screen.button('Close').click()
  await axe()
  await page.getByRole('button', { name: 'Slovenčina' }).click()
  await expect(screen.title).toHaveText(/^Objednané. Zostáva poslať 119,90\s€\.$/)
  await expect(page.getByText('Prémium bez reklamy sa začne')).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()

  // The mail leads to the same page, where the money is waited for.
  const mail = await mailTo(page, reader.email, '/obchod/objednavka')
  expect(linkIn(mail, '/obchod/objednavka')).toBe(page.url())
  await letTransferArrive(page, reader.email)
  // The page asks every ten seconds.
  await page.clock.fastForward(10_000)
  await expect(screen.title).toHaveText(/^Done, you have Premium without ads until /, { timeout: 15_000 })
  await axe()
})

test('R11.14 R13.14 a transfer that is waited for is the first thing that the account area says', async ({
  page,
  axe,
}) => {
  const reader = await newReader(page, 'caka')
  await signInAs(page, reader)
  const screen = shopScreen(page)
  await page.goto('/obchod/premium_1y?platba=prevod')
  await askToBeginAtOnce(page)
  await screen.button(/^Objednať/).click()
  await expect(screen.title).toHaveText(/^Objednané/)
  await page.goto('/predplatne')
  const answer = page.getByRole('heading', { level: 2 }).first()
  await expect(answer).toHaveText(/^Čakáme na váš prevod 89,90\s€\.$/)
  await expect(page.getByText('Zatiaľ nemáte predplatné')).toHaveCount(0)
  await axe()
  // It may be a gift, or begin after what is paid already: only when the money comes is told.
  const when = page.getByText(/Prevod trvá asi 2\saž\s3\sdni\. Keď peniaze za\sPrémium prídu, dáme vám/)
  await expect(when).toBeVisible()
  await page.goto('/pre-firmy')
  await expect(when).toBeVisible()
  await page.goBack()
  await screen.link('Zobraziť údaje na platbu').click()
  await expect(screen.title).toHaveText(/^Objednané/)
  await letTransferArrive(page, reader.email)
  await page.goto('/predplatne')
  await expect(answer).toHaveText(/^Prémium máte do /)
})

test('R1.01 R11.14 a reader who leaves while the order is sent stays with what is typed meanwhile, and finds the order', async ({
  page,
}) => {
  await signInAs(page, await newReader(page, 'odchadza'))
  const screen = shopScreen(page)
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/orders', async route => {
    await left
    await route.continue()
  })
  await page.goto('/obchod/premium_1y?platba=prevod')
  await askToBeginAtOnce(page)
  await screen.button(/^Objednať/).click()
  await screen.link('Vybrať iné predplatné').click()
  await screen.link('Vybrať Štandard').click()
  await page.getByRole('checkbox').first().check()
  const city = page.getByLabel('Mesto alebo obec')
  await city.fill('Žilina')
  const ordered = page.waitForResponse('**/orders')
  leave()
  await (await ordered).finished()
  await aWhile(page)
  await expect(page).toHaveURL(/\/obchod\/standard_1y$/)
  await expect(city).toHaveValue('Žilina')
  await page.goto('/predplatne')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^Čakáme na váš prevod 89,90\s€\.$/,
  )
})

test('R1.01 each end of a card payment is told: not finished, not yet known, known at last', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signInAs(page, await newReader(page, 'neznama'))
  const screen = shopScreen(page)
  await page.goto('/obchod/standard_1y')
  await screen.button(/^Zaplatiť/).click()
  await page.waitForURL(/\/pay\//)
  const gateway = page.url()
  await page.goBack()
  await screen.button(/^Zaplatiť/).click()
  // Idempotent: ordering again gives the same order, on the same page of the gateway.
  await page.waitForURL(gateway)
  const order = await orderAgain(page, 'standard_1y', 5990)
  expect(order.redirect_url).toBe(gateway)

  // Some mailers append parameters of their own like this.
  await page.goto(`/obchod/objednavka?order=${order.id}?utm_source=mail`)
  await expect(screen.title).toHaveText('Platba ešte nie je dokončená.')
  await expect(screen.link('Pokračovať v\u00a0platbe')).toHaveAttribute('href', gateway)
  await axe()
  await page.goto(`/obchod/objednavka?order=${order.id}&payment=done`)
  await expect(screen.title).toHaveText('Čakáme na potvrdenie platby.')
  await axe()
  await page.request.post(`${gateway}/leave`)
  await expect(screen.title).toHaveText('Platbu ste nedokončili.')
  await expect(screen.title).toBeFocused()
  await axe()
  await screen.link('Zaplatiť prevodom').click()
  await expect(page.getByRole('radio', { name: 'Prevodom na účet' })).toBeChecked()

  expectRefusal(404)
  await page.goto('/obchod/objednavka?order=999999')
  await expect(screen.title).toHaveText(/objednávku nemáme/)
  await axe()
  await page.goto('/obchod/nic_take')
  await expect(screen.title).toHaveText('Toto predplatné už nepredávame.')
  await page.goto('/obchod/company_premium_5')
  await expect(page).toHaveURL(/\/pre-firmy$/)
  await forgetSession(page)
  await page.goto(`/obchod/objednavka?order=${order.id}`)
  await expect(screen.title).toHaveText('Vaša objednávka')
  await axe()
})

/** Sends the very order that the shop's page sends. */
async function orderAgain(page: Page, product: string, amount: number): Promise<Order> {
  const userId = (await page.context().cookies()).find(({ name }) => name === 'ppi')?.value
  const answer = await page.request.post(`/rest/api/prv/v1/users/${userId}/orders`, {
    data: {
      product,
      method: 'card',
      price: { amount, currency: 'EUR' },
      agreed: await agreedTerms(page),
      return_url: `${siteOrigin()}/obchod/objednavka`,
    },
    headers: { origin: siteOrigin() },
  })
  return (await answer.json()) as Order
}
