import { layoutFaults } from '../axe/laws.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { said, subscriptionScreen } from './subscription-screen.ts'

/** What each demo reader is told first, and what follows from it. */
const situations: [situation: string, answer: string, next: string][] = [
  [
    'premium-card',
    'Prémium máte do DAY\\.',
    'obnoví na ďalší rok\\. DAY stiahneme 89,90 € z karty Visa •••• \\d{4}, platnej do \\d\\d/\\d{4}\\. Obnovovanie môžete vypnúť do DAY\\.',
  ],
  ['premium-no-ads', 'Prémium bez reklamy máte do DAY\\.', 'stiahneme 119,90 € z karty Mastercard'],
  [
    'standard-bank-transfer',
    'Štandard máte do DAY\\.',
    'Platili ste prevodom na účet, preto sa samo neobnoví',
  ],
  ['gift-waiting', 'Zatiaľ nemáte predplatné\\.', 'Čaká na vás darček od: Peter Sedláček'],
  [
    'ended',
    'Prémium ste mali do DAY\\.',
    'Prémium odomkne blogy, e.knihy, vydania v PDF a čítanie na 6 zariadeniach\\.',
  ],
  [
    'renewal-failed',
    'Prémium ste mali do DAY\\.',
    'platba z karty Mastercard •••• \\d{4} neprešla\\. Nič sme vám nestrhli\\.',
  ],
  ['card-expiring', 'Prémium máte do DAY\\.', 'Karta stratí platnosť skôr, než príde platba'],
  [
    'company-admin',
    'Firemné Prémium pre 5 ľudí máte do DAY\\.',
    'Ak chcete čítať aj vy, dajte jeden prístup sebe\\.',
  ],
  ['employee', 'Prémium od vašej firmy máte do DAY\\.', 'Prístup vám dáva Kníhviazačstvo Pod Lipou'],
  ['family', 'Rodinné Prémium máte do DAY\\.', 'stiahneme 139,90 €'],
  [
    'device-limit',
    'Štandard máte do DAY\\.',
    'Zamknutý obsah otvoríte na tých, ktoré ste použili naposledy\\.',
  ],
  ['removal-limit', 'Prémium máte do DAY\\.', 'Tento mesiac už ďalšie odstrániť nemôžete'],
  ['linked-accounts', 'Spectator a Prémium bez reklamy máte do DAY\\.', 'Obnovovanie ste vypli\\.'],
  ['none', 'Zatiaľ nemáte predplatné\\.', 'Máte aktivačný kód alebo darček\\? Použite ho\\.'],
]

/** Situations that look different from all others; the rest differs in words only. */
const looks = ['gift-waiting', 'renewal-failed', 'company-admin', 'device-limit', 'linked-accounts', 'none']

for (const part of [0, 1]) {
  const half = situations.filter((_, place) => place % 2 === part)
  test(`R1.01 R2.06 the first sentence is the answer, on a phone too: ${half.map(([name]) => name).join(', ')}`, async ({
    page,
    axe,
  }) => {
    const screen = subscriptionScreen(page)
    for (const [situation, answer, next] of half) {
      await page.goto('about:blank')
      await page.setViewportSize({ width: 390, height: 844 })
      await signIn(page, situation)
      await page.goto('/predplatne')
      await expect(screen.title).toHaveText('Online predplatné')
      await expect(screen.answers.first()).toHaveText(said(`^${answer}$`))
      await expect(page.getByRole('main')).toHaveText(said(next))
      await expect(screen.answers.first()).toBeInViewport()
      if (looks.includes(situation)) await axe()
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await layoutFaults(page), situation).toEqual([])
      // No request in flight when the next reader signs in.
      await page.waitForLoadState('networkidle')
    }
  })
}
