import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { openState } from '../gallery/open-state.ts'
import { states } from '../gallery/states.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { askToBeginAtOnce } from '../orders/shop-screen.ts'

type ToldAct = {
  /** Requirement and act. */
  title: string
  /** The state of the gallery in which it is pressed. */
  state: string
  button: RegExp
  before?: (page: Page) => Promise<unknown>
  call: { url: string; method: string }
}

const subscription = '**/subscriptions/1'

/** Every act of money but the later change, which has its own tests (late-answers.spec.ts). */
const acts: readonly ToldAct[] = [
  {
    title: 'R4.06 turning a renewal on',
    state: 'zapnut-obnovovanie off',
    button: /^Zapnúť obnovovanie$/,
    call: { url: `${subscription}/recurrence`, method: 'PUT' },
  },
  {
    title: 'R4.06 turning a renewal off',
    state: 'vypnut-obnovovanie odkaz',
    button: /^Vypnúť obnovovanie$/,
    call: { url: `${subscription}/recurrence`, method: 'PUT' },
  },
  {
    title: 'R11.03 a pause',
    state: 'pozastavit choosing',
    button: /^Pozastaviť do/,
    call: { url: `${subscription}/pause`, method: 'PUT' },
  },
  {
    title: 'R11.03 the end of a pause',
    state: 'pozastavit paused',
    button: /^Pokračovať hneď$/,
    call: { url: `${subscription}/pause`, method: 'DELETE' },
  },
  {
    title: 'R11.02 a change that is paid at once',
    state: 'zmenit dearer',
    before: askToBeginAtOnce,
    button: /^Zaplatiť /,
    call: { url: `${subscription}/changes/*`, method: 'POST' },
  },
  {
    title: 'R11.02 undoing a change',
    state: 'zmenit planned',
    button: /^Zrušiť zmenu$/,
    call: { url: `${subscription}/changes`, method: 'DELETE' },
  },
  {
    title: 'R11.07 a withdrawal',
    state: 'odstupenie confirm',
    button: /^Potvrdiť odstúpenie$/,
    call: { url: '**/users/*/withdrawals', method: 'POST' },
  },
]

for (const { title, state: wanted, button, before, call } of acts) {
  test(`${title} that fails after its page was left is told with the page's name`, async ({
    page,
    expectRefusal,
  }) => {
    const state = states.find(({ screen, name }) => `${screen} ${name}` === wanted)
    if (!state) throw new Error(`The gallery has no state “${wanted}”.`)
    expectRefusal(500)
    await openState(page, state, { expectRefusal })
    const name = await page.getByRole('heading', { level: 1 }).innerText()
    const main = page.getByRole('main')
    await before?.(page)
    const { asked, letGo } = await hold(page, call.url, call.method)
    await main.getByRole('button', { name: button }).click()
    await asked()
    await page.getByRole('link', { name: 'Nastavenia' }).first().click()
    await expect(page).toHaveURL(/\/nastavenia$/)
    await letGo({ status: 500, body: '' })
    await expect(main.getByText(`${name}: Na našom serveri nastala chyba`)).toBeVisible()
  })
}
