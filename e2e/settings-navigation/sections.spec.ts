import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { openSettings, settings } from './settings-screen.ts'

const sections = [
  { hash: '#main-data', name: 'Základné údaje' },
  { hash: '#other-settings', name: 'Jazyk a bezpečnosť' },
  { hash: '#mobile-number', name: 'Mobilné číslo' },
  { hash: '#linked-accounts', name: 'Prihlasovanie' },
  { hash: '#delivery-address', name: 'Adresy' },
  { hash: '#my-data', name: 'Vaše údaje' },
  { hash: '#account-deletion', name: 'Vymazanie účtu' },
]

test('R2.08 each section is reached by its hash, and the list beside follows the scroll', async ({
  page,
  axe,
}) => {
  await signIn(page, 'nickname-declined')
  for (const { hash, name } of sections) {
    await openSettings(page, `/nastavenia${hash}`)
    await expect(page.getByRole('region', { name, exact: true })).toBeInViewport()
  }
  await axe()
  const { index, linked } = settings(page)
  await expect(linked.getByRole('link', { name: 'Online predplatné' })).toHaveAttribute(
    'href',
    '/predplatne#device-list',
  )
  await expect(index.getByRole('link')).toHaveText(sections.map(section => section.name))
  for (const { hash, name } of sections.slice(0, 3)) {
    await index.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${hash}$`))
    await expect(index.locator('[aria-current="location"]')).toHaveText(name)
  }
  await page.mouse.wheel(0, 10_000)
  await expect(index.locator('[aria-current="location"]')).toHaveText('Vymazanie účtu')
})

test('R2.08 active_tab=discussion opens the discussion tab; the tabs are in the address', async ({
  page,
}) => {
  await signIn(page, 'nickname-declined')
  await page.goto('/nastavenia?active_tab=discussion&utm_source=list')
  await expect(page.getByRole('tab', { name: 'Diskusie', exact: true, selected: true })).toBeVisible()
  await expect(page.getByRole('tablist', { name: 'Vaše diskusie' })).toBeVisible()
  await page.getByRole('tab', { name: 'Príspevky' }).click()
  await expect(page).toHaveURL(/active_tab=discussion&utm_source=list&discussion_tab=posts$/)

  await page.getByRole('tab', { name: 'Profil' }).click()
  await expect(page).toHaveURL(/\/nastavenia\?utm_source=list$/)
  await expect(settings(page).mainData).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Diskusie', exact: true, selected: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Príspevky', selected: true })).toBeVisible()
})

test('a section that cannot be loaded says so by itself, and is tried again', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'nickname-declined')
  expectRefusal(500)
  await page.route('**/addresses', route => route.fulfill({ status: 500, json: { errors: [] } }))
  await page.goto('/nastavenia')
  const { addresses, mainData } = settings(page)
  await expect(addresses.getByRole('alert')).toContainText('Túto časť sa nepodarilo načítať.')
  await expect(mainData.getByText('dusan.kral@example.sk')).toBeVisible()
  await byKeyboard(page).waitForRest()
  await axe()
  await page.unroute('**/addresses')
  await addresses.getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(addresses.getByRole('button', { name: 'Pridať adresu' })).toBeVisible()
  await expect(addresses.getByRole('heading', { level: 2 })).toBeFocused()
})
