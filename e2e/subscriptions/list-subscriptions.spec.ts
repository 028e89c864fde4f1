import { layoutFaults } from '../axe/laws.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { subscriptionScreen } from './subscription-screen.ts'

/** Spaces in patterns are any space: dates and prices don't break across lines. */
const words = (pattern: string) => new RegExp(pattern.replaceAll(' ', '\\s'))
const day = '\\d+\\. \\p{L}+ \\d{4}'
const said = (pattern: string) => new RegExp(pattern.replaceAll('DAY', day).replaceAll(' ', '\\s'), 'u')

/** What each demo reader is told first, and what follows from it. */
const situations: [situation: string, answer: string, next: string][] = [
  [
    'premium-card',
    'Prémium máte do DAY\\.',
    'obnoví na ďalší rok\\. DAY stiahneme 89,90 € z karty Visa •••• \\d{4}, platnej do \\d\\d/\\d{4}\\. Obnovovanie môžete vypnúť do DAY\\.',
  ],
  ['premium-no-ads', 'Prémium bez reklamy máte do DAY\\.', 'stiahneme 119,90 € z karty Mastercard'],
  [
    'standard-bank-transfer',
    'Štandard máte do DAY\\.',
    'Platili ste prevodom na účet, preto sa samo neobnoví',
  ],
  ['gift-waiting', 'Zatiaľ nemáte predplatné\\.', 'Máte aktivačný kód alebo darček\\? Použite ho\\.'],
  [
    'ended',
    'Prémium ste mali do DAY\\.',
    'Prémium odomkne blogy, e.knihy, vydania v PDF a čítanie na 6 zariadeniach\\.',
  ],
  [
    'renewal-failed',
    'Prémium ste mali do DAY\\.',
    'platba z karty Mastercard •••• \\d{4} neprešla\\. Nič sme vám nestrhli\\.',
  ],
  ['card-expiring', 'Prémium máte do DAY\\.', 'Karta stratí platnosť skôr, než príde platba'],
  [
    'company-admin',
    'Firemné Prémium pre 5 ľudí máte do DAY\\.',
    'Ak chcete čítať aj vy, dajte jeden prístup sebe\\.',
  ],
  ['employee', 'Prémium od vašej firmy máte do DAY\\.', 'Prístup vám dáva Kníhviazačstvo Pod Lipou'],
  ['family', 'Rodinné Prémium máte do DAY\\.', 'stiahneme 139,90 €'],
  [
    'device-limit',
    'Štandard máte do DAY\\.',
    'Zamknutý obsah otvoríte na tých, ktoré ste použili naposledy\\.',
  ],
  ['removal-limit', 'Prémium máte do DAY\\.', 'Tento mesiac už ďalšie odstrániť nemôžete'],
  ['linked-accounts', 'Spectator a Prémium bez reklamy máte do DAY\\.', 'Obnovovanie ste vypli\\.'],
  ['none', 'Zatiaľ nemáte predplatné\\.', 'Máte aktivačný kód alebo darček\\? Použite ho\\.'],
]

/** Situations that look different from all others; the rest differs in words only. */
const looks = ['gift-waiting', 'renewal-failed', 'company-admin', 'device-limit', 'linked-accounts', 'none']

for (const part of [0, 1]) {
  const half = situations.filter((_, place) => place % 2 === part)
  test(`R1.01 R2.06 the first sentence is the answer, on a phone too: ${half.map(([name]) => name).join(', ')}`, async ({
    page,
    axe,
  }) => {
    test.slow()
    const screen = subscriptionScreen(page)
    for (const [situation, answer, next] of half) {
      await page.goto('about:blank')
      await page.setViewportSize({ width: 390, height: 844 })
      await signIn(page, situation)
      await page.goto('/predplatne')
      await expect(screen.title).toHaveText('Online predplatné')
      await expect(screen.answers.first()).toHaveText(said(`^${answer}$`))
      await expect(page.getByRole('main')).toHaveText(said(next))
      await expect(screen.answers.first()).toBeInViewport()
      if (looks.includes(situation)) await axe()
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await layoutFaults(page), situation).toEqual([])
      // No request in flight when the next reader signs in.
      await page.waitForLoadState('networkidle')
    }
  })
}

test('R9.01 on a desk and in English, for a reader who reads in English', async ({ page, axe }) => {
  const screen = subscriptionScreen(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, 'future-subscription')
  await page.goto('/predplatne')
  await expect(screen.title).toHaveText('Online subscription')
  await expect(screen.answers).toHaveText(words('^You have Premium until \\d+ \\w+ \\d{4}\\.$'))
  await expect(page.getByRole('main')).toHaveText(
    words('Right after it you will have Premium without ads, until'),
  )
  await expect(screen.unlocked.getByText('All articles on the web')).toBeVisible()
  await expect(screen.documents.getByRole('listitem').first()).toContainText('paid by bank transfer')
  await expect(screen.devices.getByText(/You .* of 6\sdevices\./)).toBeVisible()
  await axe()
  await page.setViewportSize({ width: 390, height: 844 })
  await axe()
})

test('R1.01 R1.20 R2.06 R3.06 R6.07 everything about a subscription unfolds in words, past ones too, and on paper it is unfolded', async ({
  page,
  axe,
}) => {
  const screen = subscriptionScreen(page)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, 'premium-card')
  await page.goto('/predplatne')
  await screen.fold('Všetko o tomto predplatnom').click()
  const facts: [string, string][] = [
    ['Druh', '^Prémium$'],
    ['Pre koho', '^osobné$'],
    ['Stav', '^platí$'],
    ['Obdobie', `^${day} – ${day}$`],
    ['Cena', '^89,90 €$'],
    ['Spôsob platby', '^Visa •••• \\d{4}$'],
    ['Karta platí do', '^\\d\\d/\\d{4}$'],
    ['Obnovovanie', '^zapnuté$'],
    ['Vypnúť sa dá do', `^${day} o \\d+:\\d\\d$`],
    ['Ďalšia platba', `^${day}, 89,90 €$`],
    ['Ďalšie predplatné', '^Prémium$'],
  ]
  for (const [name, value] of facts) {
    await expect(screen.fact(name).first(), name).toHaveText(said(value))
  }
  const past = page
    .locator('details')
    .filter({ has: screen.fold('Minulé predplatné (2)') })
    .first()
  await screen.fold('Minulé predplatné (2)').click()
  await past.locator('details summary').first().click()
  await expect(past.locator('dl').first()).toContainText('skončilo sa')
  await expect(past.locator('details')).toHaveCount(2)
  await axe()

  // Access is described in words, never by a role's name.
  await expect(screen.unlocked.getByText('Dnešné vydanie v PDF')).toBeVisible()
  await expect(screen.unlocked).toHaveText(words('E.knihy: (zostáva|zostávajú) \\d+ z 30 stiahnutí'))
  await expect(screen.unlocked.getByText('Čítanie na 6 zariadeniach')).toBeVisible()
  const all = await page.getByRole('main').innerText()
  expect(all).not.toMatch(/no_advert|myreg|eknihy|device[36]|premium_1y|spcttr|undefined|null/)
  // The document asks before the program, which takes the answer.
  expect(asked.filter(path => path.endsWith('/subscriptions'))).toHaveLength(1)

  await page.reload()
  await expect(screen.documents.getByRole('listitem').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(screen.fact('Obnovovanie').first()).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
})

test('R13.14 what is printed says whose it is and of which day', async ({ page }) => {
  const { email } = await signIn(page, 'premium-card')
  const today = new Intl.DateTimeFormat('sk', { dateStyle: 'long', timeZone: 'Europe/Bratislava' }).format()
  const note = page.getByText(`${email} · ${today}`)
  await page.goto('/predplatne')
  // A browser announces a print by itself; here it is asked for one without a printer.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(note).toHaveCount(1)
  }).toPass()
  await expect(note).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(note).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(note).toHaveCount(0)
})

test('R10.01 beside the devices stands that a subscription is for one person', async ({ page }) => {
  await signIn(page, 'premium-card')
  await page.goto('/predplatne')
  const { devices } = subscriptionScreen(page)
  await expect(devices).toContainText('Predplatné je pre jedného človeka')
  await page.goto('/faq#na-kolkych-zariadeniach-mozem-citat')
  await expect(page.locator('#na-kolkych-zariadeniach-mozem-citat')).toContainText(
    /Predplatné je pre\sjedného človeka/,
  )
})

test('R1.21 R1.05 who has nothing is led to the shop, and meets no heading with nothing under it', async ({
  page,
}) => {
  await signIn(page, 'none')
  await page.goto('/predplatne')
  const answer = await page.request.get('/config.json')
  const { hosts } = (await answer.json()) as { hosts: { store: string } }
  await expect(page.getByRole('link', { name: 'Vybrať si predplatné' })).toHaveAttribute('href', hosts.store)
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const { documents, devices } = subscriptionScreen(page)
  await expect(documents).toHaveCount(0)
  await expect(devices).toHaveCount(0)
})

test('R1.04 whose subscription somebody else pays for is told why there are no documents', async ({
  page,
}) => {
  await signIn(page, 'employee')
  await page.goto('/predplatne')
  const { documents } = subscriptionScreen(page)
  await expect(documents).toContainText(/Za vaše predplatné platí .+, preto tu doklady nemáte\./)
})

test('R1.21 a reader of Standard learns what Premium would unlock; of Premium nobody does', async ({
  page,
}) => {
  const { unlocked } = subscriptionScreen(page)
  const more = words('Prémium odomkne blogy, e.knihy, vydania v PDF a čítanie na 6 zariadeniach\\.')
  await signIn(page, 'device-limit')
  await page.goto('/predplatne')
  await expect(unlocked).toHaveText(more)
  // Leaves the page, whose requests would be refused to the next reader.
  await page.goto('about:blank')
  await signIn(page, 'premium-card')
  await page.goto('/predplatne')
  await expect(unlocked.getByRole('listitem').first()).toBeVisible()
  await expect(unlocked).not.toHaveText(more)
})

test('R2.06 attempts at a renewal that failed are one row among the documents', async ({ page, axe }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'renewal-failed')
  await page.goto('/predplatne')
  const { documents } = subscriptionScreen(page)
  const rows = documents.getByRole('listitem')
  await expect(rows.first()).toContainText(/^Prémium.+\d+\sneúspešn\p{L}+\spokus\p{L}*\so\splatbu/u)
  await expect(rows.getByText('platba kartou sa nepodarila')).toHaveCount(0)
  await expect(documents.getByRole('link').first()).toBeVisible()
  await axe()
})

test('R4.04 R13.05 an account that is not confirmed gets its link by the one act of the notice on top', async ({
  page,
  axe,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'unconfirmed')
  await page.goto('/predplatne')
  await expect(page.getByText('Potvrďte svoj e‑mail.')).toBeVisible()
  await axe()
  await page.getByRole('button', { name: /^Poslať (odkaz|znova)$/ }).click()
  await expect(page.getByText(/platí do/)).toBeVisible()
  // On every page, and never two.
  await page.goto('/faq')
  await expect(page.getByText('Potvrďte svoj e‑mail.')).toHaveCount(1)
  await axe()
})

test('R13.10 who pays for a family sees who reads, and is led to where that is changed', async ({
  page,
  axe,
}) => {
  await signIn(page, 'family')
  await page.goto('/predplatne')
  const readers = page.getByRole('region', { name: 'Kto číta s vami' })
  await expect(readers).toBeVisible()
  await axe()
  await readers.getByRole('link', { name: 'Spravovať rodinné predplatné' }).click()
  await expect(page).toHaveURL(/\/predplatne\/rodina$/)
})

test('R8.13 subscriptions that fail to load say so and are tried again; the other blocks stand', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const screen = subscriptionScreen(page)
  expectRefusal(500)
  await signIn(page, 'premium-card')
  await page.route('**/subscriptions', route => route.fulfill({ status: 500, json: { errors: [] } }))
  await page.goto('/predplatne')
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Predplatné sa nepodarilo načítať. Načítajte, prosím, stránku znova.' })
  await expect(alert).toBeVisible()
  await expect(screen.documents.getByRole('listitem').first()).toBeVisible()
  await expect(screen.devices.getByRole('listitem').first()).toBeVisible()
  await axe()
  await page.unroute('**/subscriptions')
  await alert.getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(screen.answers.first()).toHaveText(said('Prémium máte do DAY'))
})

test('R2.06 documents and devices fail and are tried again each by itself; the answer stands', async ({
  page,
  expectRefusal,
}) => {
  const screen = subscriptionScreen(page)
  expectRefusal('offline')
  await signIn(page, 'premium-card')
  const calls = { documents: '**/payments?*', devices: '**/devices' }
  for (const call of Object.values(calls))
    await page.route(call, route => route.abort('internetdisconnected'))
  await page.goto('/predplatne')
  await expect(screen.answers.first()).toHaveText(said('Prémium máte do DAY'))
  for (const [what, failed] of [
    ['documents', 'Doklady sa nepodarilo načítať.'],
    ['devices', 'Zariadenia sa nepodarilo načítať.'],
  ] as const) {
    await expect(screen[what].getByText(failed)).toBeVisible()
    await page.unroute(calls[what])
    await screen[what].getByRole('button', { name: 'Skúsiť znova' }).click()
    await expect(screen[what].getByRole('listitem').first()).toBeVisible()
    await expect(screen[what].getByText(failed)).toBeHidden()
    if (what === 'documents') await expect(screen.devices.getByRole('listitem')).toHaveCount(0)
  }
})

test('R6.04 without the reader’s counts the rights are told all the same', async ({
  page,
  expectRefusal,
}) => {
  const screen = subscriptionScreen(page)
  expectRefusal(503)
  await signIn(page, 'premium-card')
  await page.route(/\/users\/\d+$/, route => route.fulfill({ status: 503, json: { errors: [] } }))
  await page.goto('/predplatne')
  await expect(screen.unlocked.getByText('E\u2011knihy', { exact: true })).toBeVisible()
  await expect(screen.unlocked.getByText('Čítanie na 6 zariadeniach')).toBeVisible()
})

test('R2.06 R2.29 #documents and #device-list are the addresses of their blocks', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await signIn(page, 'premium-card')
  for (const hash of ['documents', 'device-list']) {
    await page.goto(`/predplatne#${hash}`)
    await page.reload()
    await expect(page.locator(`#${hash}`).getByRole('heading')).toBeInViewport()
  }
})

test('R2.06 older documents come on demand, and focus goes to the first of them', async ({ page }) => {
  const screen = subscriptionScreen(page)
  await signIn(page, 'premium-card')
  await page.route('**/payments?*', async route => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    const payment = (id: number, receipt_url: string | null) => ({
      id,
      product_name: `Prémium ${id}`,
      method: 'card',
      state: 'paid',
      price: { amount: 8990, currency: 'EUR' },
      at: `20${20 + id}-03-14T10:00:00Z`,
      receipt_url,
      pay_url: null,
      paid_on: null,
      invoice_url: null,
      refunds: [],
    })
    const newer = { items: [payment(3, '/doklad-3.pdf'), payment(2, null)], next_cursor: '2' }
    await route.fulfill({ json: cursor === null ? newer : { items: [payment(1, null)], next_cursor: null } })
  })
  await page.goto('/predplatne')
  await expect(screen.documents.getByRole('link')).toHaveCount(1)
  const receipt = screen.documents.getByRole('link', {
    name: /^Potvrdenie PDF: Prémium 3, 14\.\smarca\s2023$/,
  })
  await expect(receipt).toHaveAttribute('href', '/doklad-3.pdf')
  await screen.documents.getByRole('button', { name: 'Zobraziť staršie' }).click()
  await expect(screen.documents.getByText('Prémium 1')).toBeFocused()
  await expect(screen.documents.getByRole('button')).toHaveCount(0)
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('days are those of the publisher', async ({ page, browser }) => {
    const screen = subscriptionScreen(page)
    await signIn(page, 'ended')
    await page.goto('/predplatne')
    await expect(screen.documents.getByRole('listitem').first()).toBeVisible()
    // Every block is there, so that one page is not compared with a part of the other.
    await page.waitForLoadState('networkidle')
    const away = await page.getByRole('main').innerText()
    // The same reader, who has also answered about marketing.
    const storageState = await page.context().storageState()
    const home = await browser.newContext({ timezoneId: 'Europe/Bratislava', locale: 'sk-SK', storageState })
    const homePage = await home.newPage()
    await homePage.goto(page.url())
    await expect(subscriptionScreen(homePage).documents.getByRole('listitem').first()).toBeVisible()
    await homePage.waitForLoadState('networkidle')
    expect(await homePage.getByRole('main').innerText()).toBe(away)
    await home.close()
  })
})

test('R13.06 what is unlocked leads to where it is read; without an address it is a word', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  await page.goto('/predplatne')
  const unlocked = page.getByRole('region', { name: 'Čo máte odomknuté' })
  for (const [name, path] of [
    ['Dnešné vydanie v PDF', '/pdf/dnes'],
    [/^E.knihy: /, '/e-knihy'],
    ['Články v aplikácii', '/aplikacia'],
    ['Blogy a diskusie', '/diskusie'],
  ] as const) {
    const link = unlocked.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', `https://dennik.example${path}`)
  }
  await page.route(/\/config\.json/, async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), unlocked_urls: {} } })
  })
  await page.reload()
  await expect(unlocked.getByText('Vydania denníka v PDF')).toBeVisible()
  await expect(unlocked.getByRole('link')).toHaveCount(0)
})
