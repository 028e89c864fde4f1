import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { layoutFaults } from '../axe/laws.ts'
import { apiAddress, expect, newReader, signInAs, siteOrigin, test } from '../fixtures.ts'
import { agreedTerms, cards, giveCard } from '../orders/shop-screen.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name })

/** A new reader with premium for a year, paid by card. */
async function subscribe(page: Page, name: string): Promise<void> {
  await signInAs(page, await newReader(page, name))
  const userId = (await page.context().cookies()).find(each => each.name === 'ppi')?.value
  const answer = await page.request.post(apiAddress(`/rest/api/prv/v1/users/${userId}/orders`), {
    data: {
      product: 'premium_1y',
      method: 'card',
      agreed: await agreedTerms(page, { beginsAtOnce: true }),
      return_url: `${siteOrigin()}/obchod/objednavka`,
    },
    headers: { origin: siteOrigin() },
  })
  await page.goto(((await answer.json()) as Order).redirect_url ?? '')
  await giveCard(page, cards.good)
  await expect(page.getByRole('heading', { name: /Prémium/ }).first()).toBeVisible()
}

test('R11.02 journey, 3 presses: a smaller plan from the end of what is paid, undone by one', async ({
  page,
  axe,
  presses,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const keys = byKeyboard(page)
  await subscribe(page, 'mensie')
  await page.goto('/predplatne')
  presses.restart()
  await keys.press(link(page, 'Zmeniť predplatné'))
  await expect(title(page)).toHaveText(/^Teraz máte .+ ročne, do\s\d+\.\s\p{L}+\s\d{4}\.$/u)
  await expect(main(page).getByRole('listitem').first()).toContainText('Vaše predplatné')
  await axe()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await layoutFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await keys.press(link(page, /^Zvoliť Štandard$/))
  await expect(title(page)).toHaveText(/^Štandard začne\s\d+\.\s\p{L}+\s\d{4}\.$/u)
  // What is lost is said before what is gained.
  await expect(main(page).getByRole('heading', { level: 3 }).first()).toHaveText('O čo prídete')
  await axe()
  expect(await layoutFaults(page)).toEqual([])
  await keys.press(main(page).getByRole('button', { name: /^Zmeniť od/ }))
  await expect(title(page)).toHaveText(/^Od\s\d+\.\s\p{L}+\s\d{4} budete mať Štandard\.$/u)
  await expect(title(page)).toBeFocused()
  await presses.expect(3)
  await axe()
  await page.goto('/predplatne')
  await expect(main(page)).toContainText(/Od\s\d+\.\s\p{L}+\s\d{4} budete mať Štandard\./u)
  await axe()
  await keys.press(main(page).getByRole('button', { name: 'Zrušiť zmenu' }))
  await expect(main(page)).toContainText('Potom sa obnoví na ďalší rok.')
  await expect(main(page).getByRole('button', { name: 'Zrušiť zmenu' })).toBeHidden()
})

test('R11.02 a dearer plan begins at once for the difference, which is told before it is charged', async ({
  page,
  axe,
}) => {
  await subscribe(page, 'vacsie')
  await page.goto('/predplatne/zmenit')
  await link(page, /^Zvoliť Prémium bez reklamy$/).click()
  await expect(title(page)).toHaveText('Prémium bez reklamy začne hneď.')
  const text = (await main(page).textContent()) ?? ''
  const [, today] = /Dnes zaplatíte ([\d,]+\s€)/.exec(text) ?? []
  await axe()
  await page.goBack()
  await link(page, /^Zvoliť Prémium bez reklamy$/).click()
  await main(page)
    .getByRole('button', { name: new RegExp(`^Zaplatiť\\s${today?.replaceAll(/\s/g, '\\s')}\\skartou`) })
    .click()
  await expect(title(page)).toHaveText('Odteraz máte Prémium bez reklamy.')
  await link(page, 'Späť na predplatné').click()
  await expect(title(page)).toContainText('Prémium bez reklamy máte do')
})

test('R11.02 who has nothing that renews, or has turned it off, reads why it cannot be changed and what to do', async ({
  page,
  axe,
}) => {
  await signInAs(page, await newReader(page, 'bez'))
  await page.goto('/predplatne/zmenit')
  await expect(title(page)).toHaveText('Obnovovanie nemáte zapnuté.')
  await axe()
})
