import type { Page } from '@playwright/test'

/** The parts of /predplatne-cez-kod, by their names in Slovak. */
export const codeScreen = (page: Page) => ({
  answer: page.getByRole('heading', { level: 2 }).first(),
  code: page.getByRole('textbox', { name: 'Kód', exact: true }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  link: (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }),
})

/** The demo publisher's code in a situation. */
export async function demoCode(page: Page, situation: string): Promise<string> {
  const answer = await page.request.get('/demo/codes.json')
  const { items } = (await answer.json()) as { items: { situation: string; code: string }[] }
  const found = items.find(each => each.situation === situation)
  if (!found) throw new Error(`The demo publisher has no code in the situation ${situation}`)
  return found.code
}

/** Types a code and asks what it gives. */
export async function showCode(page: Page, code: string): Promise<void> {
  const screen = codeScreen(page)
  await screen.code.fill(code)
  await screen.button('Zobraziť, čo kód dáva').click()
}
