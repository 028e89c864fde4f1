import { companyAddress } from '../companies/new-company.ts'
import { expect, newReader, signInAs, siteOrigin, test } from '../fixtures.ts'
import { shopScreen } from './shop-screen.ts'

test('R1.22 who has a company’s address is told why Standard is not sold, and buys it in the own name', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const screen = shopScreen(page)
  await signInAs(page, await newReader(page, 'zivnostnik'))
  const id = (await page.context().cookies()).find(({ name }) => name === 'ppi')?.value
  const answer = await page.request.post(`/rest/api/prv/v1/users/${id}/addresses`, {
    data: companyAddress,
    headers: { origin: siteOrigin() },
  })
  expect(answer.status()).toBe(201)
  expectRefusal(422)
  await page.goto('/obchod/standard_1y')
  await screen.button(/^Zaplatiť 59,90\s€ kartou$/).click()
  await expect(page.getByText('Ak chcete Štandard pre seba, pridajte si')).toBeVisible()
  await axe()
  await page.getByRole('checkbox', { name: 'Chcem faktúru na svoje meno' }).check()
  for (const [label, text] of [
    ['Meno', 'Ján'],
    ['Priezvisko', 'Ranný'],
    ['Číslo domu', '7'],
    ['PSČ', '811 01'],
    ['Mesto alebo obec', 'Bratislava'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.getByRole('radio', { name: /Prevodom/ }).check()
  await screen.button(/^Objednať/).click()
  await expect(page).toHaveURL(/\/obchod\/objednavka\?order=\d+/)
  await expect(screen.title).toHaveText(/^Objednané/)
  await axe()
})
