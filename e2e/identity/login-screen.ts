import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'

/** The parts of the login's screens, by their names in Slovak. */
export const loginScreen = (page: Page) => ({
  title: page.getByRole('heading', { level: 1 }),
  email: page.getByRole('textbox', { name: 'E-mail', exact: true }),
  password: page.getByLabel('Heslo', { exact: true }),
  newPassword: page.getByLabel('Nové heslo', { exact: true }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  link: (name: string) => page.getByRole('link', { name, exact: true }),
})

/** Goes through the step with the e-mail. */
export async function giveEmail(page: Page, email: string): Promise<void> {
  const screen = loginScreen(page)
  const keys = byKeyboard(page)
  await keys.write(screen.email, email)
  await keys.press(screen.button('Pokračovať'))
}

/** Goes through both steps of a sign-in. */
export async function giveEmailAndPassword(page: Page, reader: { email: string; password: string }) {
  const screen = loginScreen(page)
  await giveEmail(page, reader.email)
  const keys = byKeyboard(page)
  await keys.write(screen.password, reader.password)
  await keys.press(screen.button('Prihlásiť sa'))
}

/** Mocks every mailed link as valid, so that an invented one shows its form. */
export const letLinksOpen = (page: Page) =>
  page.route('**/login/mailed-links/**', route => route.fulfill({ status: 204 }))

/** Has every mailed link be refused when it is opened. */
export const refuseLinks = (page: Page, key: string) =>
  page.route('**/login/mailed-links/**', route =>
    route.fulfill({ status: 422, json: { errors: [{ key, message: '' }] } }),
  )
