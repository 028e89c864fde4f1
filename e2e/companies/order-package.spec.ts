import type { listSeatOffers } from '#contract/companies/seats-and-documents.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { expect, newReader, signInAs, siteOrigin, test } from '../fixtures.ts'
import { openMeanwhile } from '../navigation/open-meanwhile.ts'
import { cards, giveCard } from '../orders/shop-screen.ts'
import { newAdministrator } from './new-company.ts'

test('R1.16 R1.22 R2.09 R3.02 R10.03 a company orders by transfer and then by card, and manages each of its subscriptions', async ({
  page,
  axe,
}) => {
  const main = page.getByRole('main')
  await page.setViewportSize({ width: 390, height: 844 })
  const reader = await newReader(page, 'firma')
  await page.goto('/pre-firmy')
  await expect(main).toContainText(/Štandard\sfirmám nepredávame/)
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([
    '1 prístup',
    '5 prístupov',
    '10 prístupov',
    '20 prístupov',
  ])
  await expect(main).toContainText(/445,00\s€361,79\s€ bez DPH, DPH 83,21\s€89,00\s€ na človeka/)
  await expect(main).toContainText('Čítanie na 6 zariadeniach')
  await axe()
  await main.getByRole('link', { name: 'Objednať 5 prístupov' }).click()
  const name = page.getByRole('heading', { level: 1 })
  await expect(name).toBeFocused()
  await expect(name).toBeInViewport()
  await expect(main.getByRole('link', { name: 'Prihlásiť sa' })).toHaveAttribute(
    'href',
    /\/login\?url=.*balik%3Dcompany_premium_5/,
  )

  await signInAs(page, reader)
  await page.reload()
  await expect(main).toContainText(/Zaplatíte 445,00\s€ vrátane DPH/)
  await expect(main.getByRole('link', { name: 'obchodnými podmienkami' })).toBeVisible()
  await expect(main).not.toContainText('odstúpiť')
  const order = main.getByRole('button', { name: /^Objednať/ })
  await order.click()
  await expect(main.getByLabel('Názov firmy')).toBeFocused()
  await expect(main.getByText('Toto pole je požadované').first()).toBeVisible()
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields))
      await main.getByLabel(label, { exact: true }).fill(value)
  }
  await fill({ 'Názov firmy': 'Pekáreň Ranná, s. r. o.', IČO: '123', DIČ: '2990000409', 'IČ DPH': '' })
  await fill({
    Meno: 'Ján',
    Priezvisko: 'Ranný',
    'Číslo domu': '7',
    PSČ: '811',
    'Mesto alebo obec': 'Bratislava',
  })
  await order.click()
  await expect(main.getByLabel('IČO')).toBeFocused()
  await expect(main).toContainText('Zadajte platné IČO, má 8 číslic')
  await expect(main).toContainText('Zadajte platné PSČ')
  await axe()
  await fill({ IČO: '99000407', PSČ: '811 01' })
  // The draft survives a reload.
  await page.reload()
  await expect(main.getByLabel('Názov firmy')).toHaveValue('Pekáreň Ranná, s. r. o.')
  await main.getByRole('radio', { name: 'Prevodom na účet' }).check()
  await order.click()
  await expect(page).toHaveURL(/\/obchod\/objednavka\?order=\d+$/)

  const waiting = await page.request.get('/demo/transfers.json')
  const { items } = (await waiting.json()) as { items: { email: string; variable_symbol: string }[] }
  const symbol = items.find(({ email }) => email === reader.email)?.variable_symbol
  const arrived = await page.request.post('/demo/transfers', {
    data: { variable_symbol: symbol },
    headers: { origin: siteOrigin() },
  })
  expect(arrived.ok()).toBe(true)
  await page.goto('/pre-firmy')
  await expect(main).toContainText(/Rozdať môžete ešte 5\sprístupov\.|Rozdať môžete ešte 5 prístupov\./)
  await expect(main).toContainText('Pekáreň Ranná, s. r. o.')
  await expect(main.getByRole('link', { name: /^PDF Faktúra F-/ })).toHaveCount(1)
  await expect(main.getByRole('link', { name: /^XML Faktúra F-/ })).toHaveCount(1)
  const archive = page.waitForEvent('download')
  await main.getByRole('link', { name: /^Stiahnuť všetky doklady za rok \d{4} \(ZIP\)$/ }).click()
  expect((await archive).suggestedFilename()).toMatch(/^\d+-\d{4}\.zip$/)

  await main.getByRole('link', { name: 'Kúpiť ďalšie predplatné pre firmu' }).click()
  await main.getByRole('link', { name: 'Objednať 1 prístup', exact: true }).click()
  await expect(main).toContainText(/Zaplatíte 99,00\s€ vrátane DPH/)
  await fill({ 'Názov firmy': 'Pekáreň Ranná, s. r. o.', IČO: '99000407', DIČ: '2990000409', 'IČ DPH': '' })
  await fill({ Meno: 'Ján', Priezvisko: 'Ranný', 'Číslo domu': '7', PSČ: '811 01' })
  await fill({ 'Mesto alebo obec': 'Bratislava' })
  await main.getByRole('button', { name: /^Objednať a zaplatiť 99,00\s€$/ }).click()
  await giveCard(page, cards.good)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hotovo, /)
  await expect(main).toContainText('Prístupy môžete hneď rozdať svojim ľuďom.')
  await axe()
  await main.getByRole('link', { name: 'Rozdať prístupy' }).click()

  // Each has its own seats; the chosen one is in the address.
  const choice = main.getByLabel('Ktoré predplatné spravujete')
  const seats = main.getByText(/^Rozdané/)
  await expect(choice.getByRole('option')).toHaveCount(2)
  await choice.selectOption({ index: 1 })
  await expect(page).toHaveURL(/\/pre-firmy\?predplatne=\d+$/)
  const second = page.url()
  const shown = await seats.textContent()
  await axe()
  await choice.selectOption({ index: 0 })
  await expect(seats).not.toHaveText(shown ?? '')
  await page.goBack()
  await expect(page).toHaveURL(second)
  await expect(seats).toHaveText(shown ?? '')

  // The choice survives a reload and navigation.
  await page.reload()
  await expect(seats).toHaveText(shown ?? '')
  await main.getByRole('link', { name: 'Kúpiť ďalšie predplatné pre firmu' }).click()
  await expect(choice).toHaveValue(new URL(second).searchParams.get('predplatne') ?? '')
  await axe()
  await main.getByRole('link', { name: 'Objednať 1 prístup', exact: true }).click()
  await main.getByRole('link', { name: 'Vybrať iný balík' }).click()
  await main.getByRole('link', { name: 'Späť na prístupy' }).click()
  await expect(page).toHaveURL(second)
  await main.getByRole('link', { name: 'Pridať 1 prístup', exact: true }).click()
  await expect(main).toContainText('Faktúru vystavíme firme Pekáreň Ranná')
  await axe()
  await choice.selectOption({ index: 0 })
  await expect(seats).not.toHaveText(shown ?? '')
  await page.goto('/pre-firmy?predplatne=999999999')
  await expect(page).toHaveURL(/\/pre-firmy\?predplatne=\d{1,8}$/)
})

test('R1.16 seats whose price has changed are shown with the new one, by which they are ordered', async ({
  page,
  expectRefusal,
}) => {
  const main = page.getByRole('main')
  await newAdministrator(page, 'company_premium_5')
  await page.route(
    '**/offers',
    async route => {
      const response = await route.fetch()
      const body = (await response.json()) as EndpointOutput<typeof listSeatOffers>
      const price = { amount: 9950, currency: 'EUR' as const }
      await route.fulfill({ response, json: { ...body, more: body.more.map(each => ({ ...each, price })) } })
    },
    { times: 1 },
  )
  await page.goto('/pre-firmy')
  await main.getByRole('link', { name: 'Pridať 1 prístup' }).click()
  await expect(main).toContainText(/Zaplatíte 99,50\s€/)
  expectRefusal(422)
  await main.getByRole('button', { name: /^Objednať a zaplatiť 99,50/ }).click()
  await expect(main.getByRole('alert')).toContainText('Pozrite si, prosím, novú cenu.')
  await expect(main).toContainText(/Zaplatíte 99,00\s€/)
  await main.getByRole('button', { name: /^Objednať a zaplatiť 99,00/ }).click()
  await giveCard(page, cards.good)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hotovo, /)
})

test('R1.16 who leaves while the order of a package is sent stays on the other page', async ({ page }) => {
  await newAdministrator(page, 'company_premium_5')
  await page.goto('/pre-firmy')
  await page.getByRole('main').getByRole('link', { name: 'Pridať 1 prístup' }).click()
  const press = () => page.getByRole('button', { name: /^Objednať a zaplatiť/ }).click()
  const answer = { id: 1, state: 'waiting', redirect_url: 'https://brana.example/' }
  await openMeanwhile(page, press, { url: '**/orders', answer })
})
