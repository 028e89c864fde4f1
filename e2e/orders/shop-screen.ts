import { expect, type Page } from '@playwright/test'
import { type OrderTerms, readOrderTerms } from '#contract/orders/order-terms.ts'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { apiAddress, siteOrigin } from '../fixtures.ts'

/** The shop and the gateway's page, by what their reader sees; Slovak. */
export const shopScreen = (page: Page) => ({
  title: page.getByRole('heading', { level: 1 }),
  button: (name: string | RegExp) => page.getByRole('button', { name }),
  link: (name: string | RegExp) => page.getByRole('link', { name }),
})

/** Asks for the subscription to begin at once, without which it waits until the time of withdrawal is over. */
export const askToBeginAtOnce = (page: Page): Promise<void> =>
  page.getByRole('checkbox', { name: /^(Chcem čítať hneď|I want to read at once)/ }).check()

/** What an order by the API agrees to, as the shop's page does. */
export async function agreedTerms(
  page: Page,
  { isCompany = false, beginsAtOnce = false } = {},
): Promise<object> {
  const answer = await page.request.get(apiAddress(readOrderTerms.path))
  const { version, withdrawal } = (await answer.json()) as OrderTerms
  return {
    terms_version: version,
    ...(!isCompany && { withdrawal_version: withdrawal.version, begin_at_once: beginsAtOnce }),
  }
}

/** Gives a card on the page of the demo's gateway. */
export async function giveCard(page: Page, number: string): Promise<void> {
  await page.waitForURL(/\/pay\//)
  const keys = byKeyboard(page)
  await keys.write(page.getByLabel(/^(Číslo karty|Card number)$/), number)
  await keys.write(page.getByLabel(/^(Platnosť|Valid until)/), '12/49')
  await keys.write(page.getByLabel('CVC'), '123')
  await keys.press(page.getByRole('button', { name: /^(Zaplatiť|Pay) / }))
}

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  confirmed: '4000 0025 0000 3155',
}

/** Lets the newest transfer of a reader arrive. */
export async function letTransferArrive(page: Page, email: string): Promise<void> {
  const answer = await page.request.get('/demo/transfers.json')
  const { items } = (await answer.json()) as { items: { variable_symbol: string; email: string }[] }
  const data = { variable_symbol: items.find(each => each.email === email)?.variable_symbol }
  const arrived = await page.request.post('/demo/transfers', { data, headers: { origin: siteOrigin() } })
  expect(await arrived.json()).toEqual({ result: 'paid' })
}
