import { expect, mailTo, newReader, signInAs, test } from '../fixtures.ts'
import { askToBeginAtOnce, cards, giveCard, letTransferArrive, shopScreen } from './shop-screen.ts'

test('R11.01 what gives more costs the difference and takes the place of what the reader has, as is said before the press', async ({
  page,
  axe,
}) => {
  const reader = await newReader(page, 'rozdiel')
  await signInAs(page, reader)
  await page.clock.install()
  const screen = shopScreen(page)
  await page.goto('/obchod/standard_1y')
  await askToBeginAtOnce(page)
  await screen.button(/^Zaplatiť 59,90\s€ kartou$/).click()
  await giveCard(page, cards.good)
  await expect(screen.title).toHaveText(/^Hotovo, Štandard máte do /)

  // Bought today: the whole year is left.
  await page.goto('/obchod/premium_1y')
  const told = page.getByRole('main')
  await expect(told).toContainText(/Zaplatíte len rozdiel 30,00\s€\./)
  await expect(told).toContainText(
    /Prémium sa začne hneď po zaplatení, platiť bude do .+\snahradí to, čo máte teraz: Štandard\s\(do\s/,
  )
  await expect(told).toContainText(
    /Obnovovanie, ktoré máte zapnuté, pokračuje: ďalšiu platbu 89,90\s€ stiahneme /,
  )
  await axe()
  await page.getByRole('radio', { name: 'Prevodom na účet' }).check()
  const order = screen.button(/^Objednať s povinnosťou platby 30,00\s€$/)
  await order.click()
  await expect(told).toContainText('Zaškrtnite, prosím, túto žiadosť')
  await axe()
  await askToBeginAtOnce(page)
  await order.click()
  await expect(screen.title).toHaveText(/^Objednané. Zostáva poslať 30,00\s€\.$/)
  await expect(told).toContainText('Prémium nahradí to, čo máte teraz: Štandard (do')
  await axe()
  await letTransferArrive(page, reader.email)
  // The page asks every ten seconds.
  await page.clock.fastForward(10_000)
  await expect(screen.title).toHaveText(/^Hotovo, Prémium máte do /, { timeout: 15_000 })
  await expect(told).toContainText('Nahradilo to, čo ste mali doteraz: Štandard.')
  await axe()
  const mail = await mailTo(page, reader.email, 'nahradilo')
  expect(mail.text).toMatch(/Potom sa samo obnoví: .+ stiahneme 89,90\s€ s\sDPH\./)

  await page.goto('/predplatne')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Prémium máte do /)
  await expect(page.getByRole('main')).toContainText(/stiahneme 89,90\s€ z\skarty/)

  // The same again begins after it; something else runs beside it.
  await page.goto('/obchod/premium_1y')
  await expect(told).toContainText(
    /Už máte zaplatené: Prémium\s\(do\s.+\)\..*Nové obdobie sa začne až potom, /,
  )
  await axe()
  await page.goto('/obchod/spectator_1y')
  await expect(told).toContainText(/Spectator to nenahradí, pobeží popri tom\./)
  await expect(screen.button(/^Zaplatiť 49,90\s€ kartou$/)).toBeVisible()
  await axe()
})

test('the request to begin at once stays under the finger that ticks it', async ({ page }) => {
  await signInAs(page, await newReader(page, 'hned'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/obchod/premium_1y')
  const request = page.getByRole('checkbox', { name: /^Chcem čítať hneď/ })
  await request.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const place = await request.boundingBox()
  await request.check()
  expect(await request.boundingBox()).toEqual(place)
})
