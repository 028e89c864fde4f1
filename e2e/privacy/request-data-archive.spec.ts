import { readFile } from 'node:fs/promises'
import { filesIn } from '#server/testing/inspect/zip.ts'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { findWithAxe } from '../axe/find-with-axe.ts'
import { layoutFaults } from '../axe/laws.ts'
import { expect, forgetSession, linkIn, mailTo, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { giveEmailAndPassword } from '../identity/login-screen.ts'
import { button, openSettings, settings } from '../settings-navigation/settings-screen.ts'

const archives = '**/data-archives'

test('R13.04 everything that is held is asked for by one press, mailed, and downloaded after signing in', async ({
  page,
  axe,
  presses,
}) => {
  const keys = byKeyboard(page)
  const reader = await newReader(page, 'udaje')
  await signInAs(page, reader)
  await openSettings(page, '/nastavenia#my-data')
  const { myData } = settings(page)
  await expect(myData).toBeInViewport()
  presses.restart()
  await keys.press(button(myData, 'Vyžiadať archív'))
  await presses.expect(1)
  await expect(myData.getByText(/^Archív (pripravujeme|je pripravený)/).first()).toBeVisible()
  await expect(button(myData, 'Vyžiadať archív')).toHaveCount(0)
  const mail = await mailTo(page, reader.email, 'všetkého, čo o\u00a0vás máme')
  await expect(myData.getByText('Archív je pripravený.')).toBeVisible({ timeout: 15_000 })
  await axe()

  await forgetSession(page)
  await page.goto(linkIn(mail, '/nastavenia'))
  await giveEmailAndPassword(page, reader)
  const link = myData.getByRole('link', { name: /^Stiahnuť archív \(\d+.kB\)$/ })
  await expect(link).toBeInViewport()
  const downloading = page.waitForEvent('download')
  await keys.press(link)
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^profil-\d{4}-\d\d-\d\d\.zip$/)
  const files = filesIn(await readFile(await download.path()))
  expect([...files.keys()]).toEqual(['index.html', 'data.json'])

  // Without network, scripts and a style of ours.
  await page.goto('about:blank')
  await page.setContent(String(files.get('index.html')))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vaše údaje')
  await expect(page.getByText(reader.email).first()).toBeVisible()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 700 })
    expect([...(await findWithAxe(page)), ...(await layoutFaults(page))]).toEqual([])
  }
})

test('R13.04 what cannot be done is said, by keyboard and in English too', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'future-subscription')
  expectRefusal(500)
  let state: object = { state: 'failed', requested_at: '2026-11-22T13:03:00Z' }
  await page.route(archives, (route, request) =>
    request.method() === 'POST' && 'requested_at' in state
      ? route.fulfill({ status: 500, json: { errors: [] } })
      : route.fulfill({ status: 200, json: state }),
  )
  await openSettings(page, '/nastavenia#my-data')
  const myData = page.getByRole('region', { name: 'Your data', exact: true })
  await expect(myData.getByRole('alert')).toContainText('The archive could not be made')
  await button(myData, 'Request a new archive').focus()
  await page.keyboard.press('Enter')
  await expect(myData.getByRole('alert').last()).not.toContainText('The archive could not be made')
  await axe()
  state = { state: 'gone', requested_at: '2026-11-22T13:03:00Z', expires_at: '2026-11-29T13:03:00Z' }
  await page.reload()
  await expect(myData).toContainText(/expired on 29.November.2026/)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await layoutFaults(page)).toEqual([])
  await axe()
})

test('R13.04 what is below stands still when the archive is made', async ({ page }) => {
  await signInAs(page, await newReader(page, 'archiv'))
  const since = { requested_at: '2026-11-22T13:03:00Z', expires_at: '2036-11-29T13:03:00Z' }
  let state: object = { ...since, state: 'making' }
  await page.route(archives, route => route.fulfill({ json: state }))
  await openSettings(page)
  const { myData } = settings(page)
  const height = async () => (await myData.boundingBox())?.height
  await expect(myData).toContainText('Archív pripravujeme')
  const before = await height()
  state = { ...since, state: 'ready', bytes: 20_000, url: 'http://localhost/x' }
  await expect(myData.getByRole('link', { name: /^Stiahnuť archív/ })).toBeVisible()
  expect(await height()).toBe(before)
})
