import { expect, signIn, test } from '../fixtures.ts'
import { day, said, subscriptionScreen, words } from './subscription-screen.ts'

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
  await expect(devices).toContainText('Prístup k predplatnému je pre jedného človeka')
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
  await expect(readers).toContainText('ema.kostkova@example.comčaká na prijatie, odkaz platí do')
  await expect(readers).toContainText('jan.kostka@example.compozvánka neprijatá, odkaz prestal platiť')
  await axe()
  await readers.getByRole('link', { name: 'Spravovať rodinné predplatné' }).click()
  await expect(page).toHaveURL(/\/predplatne\/rodina$/)
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
