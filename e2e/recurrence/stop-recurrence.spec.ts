import type { Locator, Page } from '@playwright/test'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { layoutFaults } from '../axe/laws.ts'
import { expect, moreOptions, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { haveSubscriptions } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const goOn = (page: Page) => main(page).getByRole('link', { name: /^(Pokračovať|Continue)$/ })
const keep = (page: Page) => main(page).getByRole('link', { name: /^(Nechať zapnuté|Keep it on)$/ })
const reasonsOf = (page: Page) => page.getByRole('group', { name: 'Prečo obnovovanie vypínate?' })
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()

async function openFlow(
  page: Page,
  situation: string,
  press: (link: Locator) => Promise<void> = link => link.click(),
): Promise<void> {
  await signIn(page, situation)
  await page.goto('/predplatne')
  await press(moreOptions(page))
  await press(
    main(page)
      .getByRole('link', { name: /^(Vypnúť obnovovanie|Turn renewal off)$/ })
      .first(),
  )
  await expect(page).toHaveURL(/\/predplatne\/vypnut-obnovovanie\?predplatne=\d+/)
}

test('R4.06 R4.07 R4.08 journey, 7 presses: renewal is turned off in steps, and on again', async ({
  page,
  axe,
  presses,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // A reader whose renewal no other test uses.
  const keys = byKeyboard(page)
  await openFlow(page, 'nickname-pending', keys.press)
  const screens: string[] = []
  // The steps depend on offers and answers; on each, keeping the renewal is as easy as going on.
  await expect(title(page)).toHaveText(/zostane do\s\d+\.\s\p{L}+\s\d{4}\.$/u)
  for (let step = 1; step < 6 && (await goOn(page).isVisible()); step++) {
    await expect(page).toHaveTitle(`Vypnutie obnovovania: Krok ${step} z 5 - Profil`)
    await expect(page.getByRole('group', { name: `Krok ${step} z 5` })).toBeVisible()
    await axe()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await layoutFaults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const [one, two] = await Promise.all([keep(page).boundingBox(), goOn(page).boundingBox()])
    expect(one?.height).toBe(two?.height)
    const here = page.url()
    screens.push(here)
    await keys.press(goOn(page))
    await expect(page).not.toHaveURL(here)
    await expect(title(page)).toBeVisible()
  }
  expect(screens.length).toBe(4)
  await expect(page).toHaveTitle('Vypnutie obnovovania: Krok 5 z 5 - Profil')
  // The last step tells the end once more, and Back keeps what was written.
  await expect(title(page)).toHaveText(/^Posledný krok: .+ bude platiť do\s\d+\.\s\p{L}+\s\d{4}\.$/u)
  await keys.write(page.getByRole('textbox'), 'Čítam len športové správy.')
  await axe()
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('textbox')).toHaveValue('Čítam len športové správy.')
  await page.reload()
  await expect(page.getByRole('textbox')).toHaveValue('Čítam len športové správy.')

  await keys.press(page.getByRole('button', { name: 'Vypnúť obnovovanie' }))
  await expect(page).toHaveURL(/krok=hotovo$/)
  await expect(page).toHaveTitle('Vypnutie obnovovania - Profil')
  await expect(title(page)).toHaveText(/^Obnovovanie je vypnuté\. .+ máte do\s\d+\.\s\p{L}+\s\d{4}\.$/u)
  await presses.expect(7)
  await expect(title(page)).toBeFocused()
  await axe()
  await keys.press(main(page).getByRole('link', { name: 'Späť na predplatné' }))
  await expect(main(page)).toContainText('Obnovovanie ste vypli.')

  await keys.press(main(page).getByRole('link', { name: 'Zapnúť obnovovanie' }))
  await expect(title(page)).toHaveText(/obnoví\.$/)
  await axe()
  await keys.press(page.getByRole('button', { name: 'Zapnúť obnovovanie' }))
  await expect(title(page)).toHaveText('Obnovovanie je zapnuté.')
  await expect(title(page)).toBeFocused()
  await keys.press(main(page).getByRole('link', { name: 'Späť na predplatné' }))
  await expect(moreOptions(page)).toBeVisible()
})

test('R4.07 R13.14 R13.16 leaving midway changes nothing, and answers are there when the reader comes back', async ({
  page,
}) => {
  await openFlow(page, 'banned-discussions')
  await goOn(page).click()
  await goOn(page).click()
  await expect(page).toHaveURL(/krok=dovody$/)
  const option = reasonsOf(page).getByRole('radio').or(page.getByRole('checkbox')).first()
  await option.check()
  const reasons = await reasonsOf(page).locator('label').allTextContents()
  expect(reasons.at(-1)).toBe('Iný dôvod')
  await page.goBack()
  await page.goForward()
  await expect(option).toBeChecked()
  // By the page's own Back too, through technical help, which is a page of the reasons.
  await page.getByRole('checkbox', { name: 'Niečo mi nefunguje' }).check()
  await goOn(page).click()
  await expect(page).toHaveURL(/krok=pomoc$/)
  await expect(page.getByText('Krok 3 z 5')).toBeVisible()
  await goOn(page).click()
  await expect(page.getByText('Krok 4 z 5')).toBeVisible()
  for (const step of ['pomoc', 'dovody']) {
    await main(page).getByRole('link', { name: 'Späť', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`krok=${step}$`))
  }
  await page.reload()
  await expect(option).toBeChecked()
  await expect(reasonsOf(page).locator('label')).toHaveText(reasons)
  await keep(page).click()
  await expect(page).toHaveURL(/\/predplatne$/)
  await expect(moreOptions(page)).toBeVisible()
  await expect(page).toHaveTitle('Online predplatné - Profil')
})

test('R4.07 a reader who leaves while renewal is being turned off stays on the other page', async ({
  page,
}) => {
  await signInAs(page, await newReader(page, 'odchadza'))
  let subscription = exampleSubscription()
  await haveSubscriptions(page, () => [subscription])
  await page.route('**/offers', route => route.fulfill({ json: { items: [] } }))
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/recurrence', async route => {
    await left
    await route.fulfill({ json: subscription })
  })
  await page.goto('/predplatne/vypnut-obnovovanie?predplatne=1&krok=odkaz')
  await page.getByRole('button', { name: 'Vypnúť obnovovanie' }).click()
  await page.getByRole('link', { name: 'Nastavenia' }).first().click()
  await expect(page).toHaveURL(/\/nastavenia$/)
  subscription = exampleSubscription({ recurrence: { state: 'off', reason: 'stopped_by_reader' } })
  const field = main(page).getByRole('textbox').first()
  await field.fill('Nedopísané')
  const refetched = page.waitForResponse('**/subscriptions')
  leave()
  await (await refetched).finished()
  await expect(page.getByRole('status').first()).toBeAttached()
  await expect(page).toHaveURL(/\/nastavenia$/)
  await expect(field).toHaveValue('Nedopísané')
})

test('R4.07 R8.13 without questions it is two presses; a stop that fails says that renewal stays on, and loses nothing', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(422)
  await openFlow(page, 'nickname-approved')
  await page.route('**/recurrence', route =>
    route.fulfill({ status: 422, json: { errors: [{ key: 'recurrence_too_late', message: '' }] } }),
  )
  await main(page).getByRole('link', { name: 'Vypnúť bez otázok' }).click()
  await expect(page.getByRole('group', { name: 'Krok 5 z 5' })).toBeFocused()
  await page.getByRole('textbox').fill('Dôvod')
  await page.getByRole('button', { name: 'Vypnúť obnovovanie' }).click()
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText('zatiaľ zostáva zapnuté')
  await expect(alert).toContainText('48')
  await expect(page.getByRole('textbox')).toHaveValue('Dôvod')
  await page.unroute('**/recurrence')
  await page.getByRole('button', { name: 'Vypnúť obnovovanie' }).click()
  await expect(title(page)).toHaveText(/^Obnovovanie je vypnuté\./)
})

test('R4.07 R8.13 a stop whose answer is lost is told as what it is, and answers of another survey keep nothing on', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await signInAs(page, await newReader(page, 'bez-odpovede'))
  let subscription = exampleSubscription()
  await haveSubscriptions(page, () => [subscription])
  await page.route('**/offers', route => route.fulfill({ json: { items: [] } }))
  const sent: unknown[] = []
  await page.route('**/recurrence', route => {
    sent.push(route.request().postDataJSON())
    // It is done; the line breaks before the answer.
    subscription = exampleSubscription({ recurrence: { state: 'off', reason: 'stopped_by_reader' } })
    return route.abort()
  })
  await page.goto('/predplatne/vypnut-obnovovanie?predplatne=1&krok=odkaz')
  // Of the flow as it was with an offer that is gone.
  const kept = JSON.stringify({ answers: { upgrade: ['price'] }, feedback: '' })
  await page.evaluate(value => sessionStorage.setItem('profil_stop_recurrence_1', value), kept)
  await page.reload()
  await page.getByRole('button', { name: 'Vypnúť obnovovanie' }).click()
  await expect(title(page)).toHaveText(/^Obnovovanie je vypnuté/)
  await expect(title(page)).toBeFocused()
  await expect(main(page).getByText('zatiaľ zostáva zapnuté')).toHaveCount(0)
  expect(sent).toEqual([
    { enabled: false, survey: expect.objectContaining({ survey_id: 'stop-recurrence', answers: {} }) },
  ])
})

/** An example subscription, as the server returns it. */
const renewing = (canStopUntil: string) =>
  exampleSubscription({
    type: { code: 'premium_1y', name: 'Premium' },
    period: { from: '2041-03-14T18:42:00Z', to: '2042-03-14T18:42:00Z' },
    recurrence: {
      can_stop_until: canStopUntil,
      next_payment: {
        at: '2042-03-12T18:42:00Z',
        price: { amount: 8990, currency: 'EUR' },
        price_change: null,
        failed_attempts: 0,
        failure: null,
      },
    },
  })

test('R9.01 R9.05 R8.13 in English: what fails to load, what is not there, what is too late, and the steps', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(500)
  await signInAs(page, await newReader(page, 'english'))
  let answer: { status: number; json: object } = { status: 500, json: { errors: [] } }
  await page.route('**/subscriptions', route => route.fulfill(answer))
  await page.route('**/offers', route => route.fulfill({ json: { items: [] } }))
  await page.route('**/pause', route =>
    route.fulfill({ json: { obstacle: 'pause_used_up', from: null, items: [] } }),
  )
  await page.goto('/predplatne/vypnut-obnovovanie?predplatne=1&lang=en')
  await expect(main(page)).toContainText('The subscription could not be loaded.', { timeout: 15_000 })
  await axe()
  answer = {
    status: 200,
    json: { awaited_transfer: null, concerns: [], items: [renewing('2020-01-01T00:00:00Z')] },
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(title(page)).toHaveText('The next payment can no longer be cancelled.')
  await expect(main(page)).toContainText('We will charge €89.90 on 12 March 2042.')
  await axe()
  answer = { status: 200, json: { awaited_transfer: null, concerns: [], items: [] } }
  await page.reload()
  await expect(title(page)).toHaveText('We could not find this subscription.')
  await axe()
  answer = {
    status: 200,
    json: { awaited_transfer: null, concerns: [], items: [renewing('2042-03-10T18:42:00Z')] },
  }
  await page.reload()
  await expect(title(page)).toHaveText('You will have Premium until 14 March 2042.')
  for (let step = 0; step < 6 && (await goOn(page).isVisible()); step++) {
    const here = page.url()
    await goOn(page).click()
    await expect(page).not.toHaveURL(here)
    await expect(title(page)).toBeVisible()
    await expect(main(page)).not.toContainText(/[áčďéíľňóôšťúýž]/i)
  }
  await expect(title(page)).toHaveText('Last step: Premium will be valid until 14 March 2042.')
})

test('R8.04 R16.02 steps that cannot be loaded offer a reload, which leads on', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await page.route('**/assets/later-steps-*.js', route => route.abort())
  await openFlow(page, 'premium-card')
  await goOn(page).click()
  const reload = main(page).getByRole('button', { name: 'Načítať stránku znova' })
  await expect(reload).toBeVisible()
  await expect(main(page).getByRole('group', { name: 'Krok 2 z 5' })).toBeVisible()
  await page.unroute('**/assets/later-steps-*.js')
  await reload.click()
  await expect(goOn(page)).toBeVisible()
  await expect(main(page).getByRole('group', { name: 'Krok 2 z 5' })).toBeVisible()
})
