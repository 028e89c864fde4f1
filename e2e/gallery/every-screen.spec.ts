import { legacyRedirects, newsletterTabs, routes } from '#contract/routes.ts'
import { colourRules, findWithAxe } from '../axe/find-with-axe.ts'
import { layoutFaults } from '../axe/laws.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { accountPages, premiumReader } from '../navigation/pages.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'
import { openState, settle } from './open-state.ts'
import { states } from './states.ts'

test('every route and every tab of the newsletters that is unlike the others has its states in the gallery', () => {
  const shown = states.map(({ path }) => new URL(path, 'http://localhost'))
  const missing = Object.values(routes)
    .map(({ path }) => path.replace(':token', ''))
    .filter(path => path !== '/' && !shown.some(({ pathname }) => pathname.startsWith(path)))
  expect(missing).toEqual([])
  const hashes = new Set(
    shown.filter(({ pathname }) => pathname === routes.newsletters.path).map(({ hash }) => hash),
  )
  expect([...hashes]).toEqual(
    expect.arrayContaining(['', newsletterTabs.topic, newsletterTabs.author, newsletterTabs.forum]),
  )
  // Redirects are shown at their target.
  expect(shown.some(({ pathname }) => legacyRedirects.some(({ from }) => from === pathname))).toBe(false)
  const names = states.map(({ screen, name }) => `${screen} ${name}`)
  expect(names).toEqual([...new Set(names)])
})

/** Screens of a signed-in reader beside the pages, which pages.spec.ts looks through. */
const readersAddresses = [
  '/e-maily#temy',
  '/e-maily#diskusie',
  '/nastavenia?active_tab=discussion',
  '/predplatne/rodina',
]
const visitorsAddresses = [...accountPages.filter(({ login }) => !login).map(({ path }) => path), '/neznama']

for (const language of ['sk', 'en'] as const) {
  for (const who of ['reader', 'visitor'] as const) {
    test(`a ${who} finds nothing in the way on any page: ${language}`, async ({ page, expectRefusal }) => {
      test.setTimeout(120_000)
      expectRefusal(404)
      if (who === 'reader') await signIn(page, premiumReader[language])
      await page.addInitScript(value => {
        if (location.protocol !== 'about:') localStorage.setItem('profil_language', value)
      }, language)
      for (const path of who === 'reader' ? readersAddresses : visitorsAddresses) {
        // A change of the hash alone would not load the page.
        await page.goto('about:blank')
        await page.setViewportSize({ width: 390, height: 800 })
        await page.goto(path)
        await settle(page, { path })
        expect(await findWithAxe(page), path).toEqual([])
        // In one language only: themes and roles do not depend on it.
        if (language === 'sk') {
          await page.emulateMedia({ colorScheme: 'dark' })
          expect(await findWithAxe(page, colourRules), `${path}, dark`).toEqual([])
          await page.emulateMedia({ colorScheme: 'light' })
          if (who === 'reader') {
            await page.setViewportSize({ width: 1280, height: 800 })
            expect(await findWithAxe(page), `${path} on a desk`).toEqual([])
          }
        }
        await page.setViewportSize({ width: 320, height: 640 })
        expect(await layoutFaults(page), `${path} at 320 px`).toEqual([])
      }
    })
  }
}

/** What is not in the lists above: pages with forms, the login and the shop. */
const furtherAddresses = [
  ...accountPages.filter(({ login }) => login).map(({ path }) => path),
  ...['vypnut-obnovovanie', 'pozastavit', 'zmenit', 'zmenit-kartu', 'odstupit-od-zmluvy'].map(
    name => `/predplatne/${name}`,
  ),
  '/pre-firmy',
  '/faq?napiste=payment',
  '/faq?udaje',
  '/login',
  '/obchod',
]

for (const [who, paths] of [
  ['reader', [...readersAddresses, ...furtherAddresses]],
  ['visitor', [...visitorsAddresses, '/login', '/obchod']],
] as const) {
  test(`R13.14 letters of twice the size fit on a phone without sideways scroll or a broken year: ${who}`, async ({
    page,
    expectRefusal,
  }) => {
    test.setTimeout(120_000)
    expectRefusal(404)
    if (who === 'reader') await signIn(page, premiumReader.sk)
    await page.addInitScript(doubleLetters)
    const faults: string[] = []
    for (const path of paths) {
      await page.goto('about:blank')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(path)
      await settle(page, { path })
      faults.push(...(await layoutFaults(page)).map(fault => `${path}: ${fault}`))
      await page.setViewportSize({ width: 320, height: 640 })
      if (await isTooWide(page)) faults.push(`${path} scrolls sideways at 320 px`)
    }
    expect(faults).toEqual([])
  })
}

/** Runs in the page before its first style, as the browser's own setting does. */
function doubleLetters(): void {
  const grow = () => document.documentElement?.style.setProperty('font-size', '32px')
  new MutationObserver(grow).observe(document, { childList: true })
  grow()
}

/** What is reached by further presses and names a card, or an e-mail in a dialog. */
for (const wanted of ['zmenit dearer', 'pre-firmy deactivated-successor-refused']) {
  test(`R13.14 letters of twice the size fit at 320 px: ${wanted}`, async ({ page, expectRefusal }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.addInitScript(doubleLetters)
    await openState(page, stateOf(wanted), { expectRefusal })
    expect(await isTooWide(page)).toBe(false)
  })
}

/** A handful of what no other test shows. */
const handful = ['predplatne long-text', 'pre-firmy administrator-2000']

for (const wanted of handful) {
  const state = stateOf(wanted)
  test(`the gallery's ${state.screen} ${state.name} has nothing in the way`, async ({
    page,
    expectRefusal,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openState(page, state, { expectRefusal })
    expect([...(await layoutFaults(page)), ...(await findWithAxe(page))]).toEqual([])
  })
}

function stateOf(wanted: string) {
  const state = states.find(({ screen, name }) => `${screen} ${name}` === wanted)
  if (!state) throw new Error(`The gallery has no state “${wanted}”.`)
  return state
}
