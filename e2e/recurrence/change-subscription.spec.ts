import type { Locator, Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { layoutFaults } from '../axe/laws.ts'
import { apiAddress, expect, moreOptions, newReader, signInAs, siteOrigin, test } from '../fixtures.ts'
import { agreedTerms, askToBeginAtOnce, cards, giveCard } from '../orders/shop-screen.ts'
import { haveSubscriptions } from '../subscriptions/subscription-screen.ts'

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
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/undo-change-*.js', async route => {
    await late.promise
    await route.continue()
  })
  await page.goto('/predplatne')
  await expect(main(page)).toContainText(/Od\s\d+\.\s\p{L}+\s\d{4} budete mať Štandard\./u)
  // No press of it is lost: it takes none before what it needs is here.
  const undo = main(page).locator('button', { hasText: 'Zrušiť zmenu' })
  await expect(undo).toHaveAttribute('data-busy')
  await undo.focus()
  await expect(undo).not.toBeFocused()
  late.resolve()
  await expect(undo).not.toHaveAttribute('data-busy')
  await axe()
  await keys.press(main(page).getByRole('button', { name: 'Zrušiť zmenu' }))
  await expect(main(page)).toContainText('Potom sa obnoví na ďalší rok.')
  await expect(main(page).getByRole('button', { name: 'Zrušiť zmenu' })).toBeHidden()
})

test('R11.02 R11.03 after a change is undone, a pause tells the price of what stays', async ({ page }) => {
  await signInAs(page, await newReader(page, 'rozmyslel'))
  const until = '2042-04-14T17:42:00Z'
  const standard = { code: 'standard_1y', name: 'Štandard' }
  let subscription = exampleSubscription({
    recurrence: { planned_change: { type: standard, begins_at: '2042-03-14T17:42:00Z' } },
  })
  await haveSubscriptions(page, () => [subscription])
  await page.route('**/subscriptions/1/pause', route => {
    const price = { amount: subscription.recurrence.planned_change ? 5990 : 8990, currency: 'EUR' }
    const item = { months: 1, until, price, reminder_at: '2042-04-07T17:42:00Z' }
    return route.fulfill({ json: { obstacle: null, from: subscription.period.to, items: [item] } })
  })
  await page.route('**/subscriptions/1/changes', route => {
    subscription = exampleSubscription()
    return route.fulfill({ json: subscription })
  })
  await page.goto('/predplatne/pozastavit?predplatne=1')
  await expect(main(page)).toContainText(/stiahneme 59,90\s€/)
  await link(page, 'Nepozastaviť').click()
  await main(page).getByRole('button', { name: 'Zrušiť zmenu' }).click()
  await expect(main(page).getByRole('button', { name: 'Zrušiť zmenu' })).toBeHidden()
  await moreOptions(page).click()
  await link(page, 'Pozastaviť').click()
  await expect(main(page)).toContainText(/stiahneme 89,90\s€/)
})

/** What stands over the button, and the request that is missing. */
async function expectOrder(page: Page, pay: Locator): Promise<void> {
  await expect(main(page)).toContainText('najneskôr 48 hodín pred platbou')
  await expect(main(page)).toContainText(/^.*Od zmluvy môžete do 14\sdní odstúpiť.*$/)
  await expect(link(page, 'obchodnými podmienkami')).toHaveAttribute('href', /^https?:/)
  await expect(link(page, 'ochrane osobných údajov')).toHaveAttribute('href', /^https?:/)
  await pay.click()
  const request = page.getByRole('checkbox', { name: /^Chcem čítať hneď/ })
  await expect(request).toBeFocused()
  await expect(request).toHaveAccessibleDescription(/^Zaškrtnite, prosím, túto žiadosť/)
}

test('R11.02 R11.08 a dearer plan begins at once for the difference, under all that an order shows', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(422)
  await subscribe(page, 'vacsie')
  await page.goto('/predplatne/zmenit')
  await link(page, /^Zvoliť Prémium bez reklamy$/).click()
  await expect(title(page)).toHaveText('Prémium bez reklamy začne hneď.')
  const text = (await main(page).textContent()) ?? ''
  const [, today] = /Dnes zaplatíte ([\d,]+\s€)/.exec(text) ?? []
  await axe()
  await page.goBack()
  await link(page, /^Zvoliť Prémium bez reklamy$/).click()
  const pay = main(page).getByRole('button', {
    name: new RegExp(`^Zaplatiť\\s${today?.replaceAll(/\s/g, '\\s')}\\skartou`),
  })
  await expectOrder(page, pay)
  await axe()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await layoutFaults(page)).toEqual([])
  await askToBeginAtOnce(page)
  // Other terms meanwhile: refused, shown anew, and the request is still there.
  await page.route(
    '**/changes/*',
    route =>
      route.fulfill({
        status: 422,
        json: { errors: [{ key: 'order_terms_changed', field: 'agreed.terms_version', message: '' }] },
      }),
    { times: 1 },
  )
  const terms = page.waitForResponse('**/order-terms')
  await pay.click()
  await terms
  await expect(main(page).getByRole('alert')).toContainText('Podmienky sa medzitým zmenili.')
  await pay.click()
  await expect(title(page)).toHaveText('Odteraz máte Prémium bez reklamy.')
  await link(page, 'Späť na predplatné').click()
  await expect(title(page)).toContainText('Prémium bez reklamy máte do')
})

test('R4.07 R11.08 the dearer plan that is offered on the way to turning off is an order too', async ({
  page,
  axe,
}) => {
  await subscribe(page, 'ponuka')
  await page.goto('/predplatne')
  await moreOptions(page).click()
  await link(page, 'Vypnúť obnovovanie').first().click()
  await link(page, 'Pokračovať').click()
  const pay = main(page).getByRole('button', { name: /^Zaplatiť .+ a\sprejsť na Prémium bez reklamy$/ })
  await expectOrder(page, pay)
  await axe()
  await askToBeginAtOnce(page)
  await pay.click()
  await expect(title(page)).toHaveText('Odteraz máte Prémium bez reklamy.')
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
