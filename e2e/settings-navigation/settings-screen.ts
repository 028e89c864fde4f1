import { expect, type Locator, type Page } from '@playwright/test'

/** The parts of /nastavenia, by their names in Slovak. */
export const settings = (page: Page) => {
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  return {
    index: page.getByRole('navigation', { name: 'Na tejto stránke' }),
    mainData: section('Základné údaje'),
    other: section('Jazyk a bezpečnosť'),
    phone: section('Mobilné číslo'),
    linked: section('Prihlasovanie'),
    addresses: section('Adresy'),
    myData: section('Vaše údaje'),
    deletion: section('Vymazanie účtu'),
    dialog: page.getByRole('dialog'),
  }
}

/** A button by its whole name. */
export const button = (within: Locator | Page, name: string): Locator =>
  within.getByRole('button', { name, exact: true })

/** A field by its label. */
export const field = (within: Locator, label: string): Locator => within.getByLabel(label, { exact: true })

/** Opens /nastavenia and waits until every section is there. */
export async function openSettings(page: Page, address = '/nastavenia'): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText(/^(Načítavame|Loading)/)).toHaveCount(0)
}

/** Types a whole address in Očová into its form. */
export async function fillAddress(addresses: Locator): Promise<void> {
  for (const [label, text] of [
    ['Meno', 'Pavol'],
    ['Priezvisko', 'Jurík'],
    ['Číslo domu', '3'],
    ['PSČ', '962 23'],
    ['Mesto alebo obec', 'Očová'],
  ] as const) {
    await field(addresses, label).fill(text)
  }
}
