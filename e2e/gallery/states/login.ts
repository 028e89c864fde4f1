import type { Page } from '@playwright/test'
import { giveEmail, loginScreen } from '../../identity/login-screen.ts'
import { answers, refuses, screen, waits } from '../state.ts'

const token = 'abcdefghijklmnopqrstuvwxyz'
const jana = 'jana.kovacova@example.com'
const longEmail = `${'velmi-dlhe-meno'.repeat(4)}@${'dlha-domena.'.repeat(3)}example.com`
const links = '**/login/mailed-links/**'
const works = answers(links, undefined, 'GET', 204)
const known = answers('**/username_check', { content: { next: 'password' } }, 'POST')

const givePassword = async (page: Page) => {
  await giveEmail(page, jana)
  await loginScreen(page).password.fill('Nie-je-to-ono')
  await loginScreen(page).button('Prihlásiť sa').click()
}
const linkSent = answers('**/login/sign-in-link', undefined, 'POST', 202)
const askForLink = async (page: Page) => {
  await giveEmail(page, jana)
  await loginScreen(page).button('Poslať odkaz na prihlásenie').click()
}
const chooseWeak = async (page: Page) => {
  await loginScreen(page).newPassword.fill('Heslo123')
}

/** The central login */
export const loginStates = screen('login', [
  { name: 'start', path: '/login', inEveryLook: true },
  { name: 'start-access-denied', path: '/login?auth=access_denied' },
  { name: 'start-provider-refused', path: '/login?with=google&outcome=link_email_exists' },
  { name: 'start-mistyped', path: '/login', refusal: 422, act: page => giveEmail(page, 'jana@') },
  {
    name: 'start-busy',
    path: '/login',
    provoked: [waits('**/username_check', 'POST')],
    act: page => giveEmail(page, jana),
  },
  {
    name: 'start-too-many',
    path: '/login',
    provoked: [refuses('**/username_check', 'POST', 429, 'too_many_requests')],
    act: async page => {
      await giveEmail(page, jana)
      await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor({ state: 'attached' })
    },
  },
  { name: 'signed-out', path: '/login?signed_out' },
  { name: 'signed-in-already', path: '/login', reader: 'premium-card' },
  { name: 'password', path: '/login', act: page => giveEmail(page, jana) },
  {
    name: 'password-long-email',
    path: '/login',
    provoked: [known],
    act: page => giveEmail(page, longEmail),
  },
  { name: 'password-wrong', path: '/login', refusal: 422, act: givePassword },
  {
    name: 'password-busy',
    path: '/login',
    provoked: [waits(/\/login$/, 'POST')],
    act: givePassword,
  },
  {
    name: 'link-too-many',
    path: '/login',
    provoked: [refuses('**/login/sign-in-link', 'POST', 429, 'too_many_requests')],
    act: askForLink,
  },
  { name: 'link-sent', path: '/login', provoked: [linkSent], act: askForLink, inEveryLook: true },
  {
    name: 'link-code-wrong',
    path: '/login',
    provoked: [linkSent],
    refusal: 422,
    act: async page => {
      await askForLink(page)
      await page.getByRole('textbox', { name: /^Kód z e.mailu$/ }).fill('123 456')
      await page.keyboard.press('Enter')
      await page.locator('[aria-invalid]').waitFor()
    },
  },
  {
    name: 'passkey-offer',
    path: '/login',
    act: async page => {
      await page.evaluate(email => sessionStorage.setItem('profil_login_email', email), jana)
      await page.goto('/login?step=passkey')
      await loginScreen(page).button('Teraz nie').waitFor()
    },
  },
  { name: 'link', path: `/login/sign-in/${token}` },
  { name: 'link-elsewhere', path: `/login/sign-in/${token}?refused=sign_in_link_elsewhere` },
  { name: 'registration', path: '/login/registration', inEveryLook: true },
  {
    name: 'registration-after-email',
    path: '/login',
    act: page => giveEmail(page, 'nikdy.nevidena@example.com'),
  },
  {
    name: 'registration-sent',
    path: '/login',
    provoked: [answers('**/registration', { content: { email_sent: true } }, 'POST', 201)],
    act: async page => {
      await giveEmail(page, 'nikdy.nevidena@example.com')
      await loginScreen(page).button('Založiť účet').click()
      await page.getByText('nikdy.nevidena@example.com').first().waitFor()
    },
  },
  { name: 'activate', path: `/login/activate/${token}`, provoked: [works], act: chooseWeak },
  {
    name: 'activate-expired',
    path: `/login/activate/${token}`,
    provoked: [refuses(links, 'GET', 422, 'activation_link_expired')],
  },
  { name: 'forgotten-password', path: '/login/forgotten-password' },
  {
    name: 'forgotten-password-sent',
    path: '/login/forgotten-password',
    provoked: [answers('**/login/forgotten-password', undefined, 'POST', 202)],
    act: async page => {
      await loginScreen(page).email.fill(jana)
      await page.keyboard.press('Enter')
      await page.getByText(jana).first().waitFor()
    },
  },
  { name: 'new-password', path: `/login/new-password/${token}`, provoked: [works] },
  {
    name: 'new-password-expired',
    path: `/login/new-password/${token}`,
    provoked: [refuses(links, 'GET', 422, 'password_link_expired')],
  },
  { name: 'change-email', path: `/login/change-email/${token}`, inEveryLook: true, provoked: [works] },
  {
    name: 'change-email-done',
    path: `/login/change-email/${token}`,
    provoked: [works, answers('**/login/change-email/*', undefined, 'POST', 204)],
    act: page => page.getByRole('button', { name: /Potvrdiť|Confirm/ }).click(),
  },
  {
    name: 'change-email-invalid',
    path: `/login/change-email/${token}`,
    provoked: [refuses(links, 'GET', 422, 'email_link_invalid')],
  },
  {
    name: 'change-email-taken',
    path: `/login/change-email/${token}`,
    provoked: [works, refuses('**/login/change-email/*', 'POST', 422, 'email_taken')],
    act: page => page.getByRole('button', { name: /Potvrdiť|Confirm/ }).click(),
  },
  { name: 'take-back-email', path: `/login/take-back-email/${token}`, inEveryLook: true, provoked: [works] },
  {
    name: 'take-back-email-expired',
    path: `/login/take-back-email/${token}`,
    provoked: [refuses(links, 'GET', 422, 'email_link_expired')],
  },
])
