import type { User } from '#contract/identity/identity.ts'
import { expect, linkIn, mailTo, signIn, test } from '../fixtures.ts'

const path = '/resend-account-activation'

test('R1.15 R2.12 R4.04 an unconfirmed reader has the link sent again', async ({ page, axe }) => {
  const { email } = await signIn(page, 'unconfirmed')
  await page.goto(path)
  await expect(page).toHaveTitle('Aktivácia účtu - Profil')
  const answer = page.getByRole('heading', { level: 2 })
  await expect(answer).toHaveText('Váš účet ešte nie je aktivovaný.')
  await axe()
  await page.getByRole('button', { name: 'Poslať aktivačný e\u2011mail' }).click()
  await expect(answer).toHaveText('Poslali sme vám nový odkaz.')
  await expect(answer).toBeFocused()
  await expect(page.getByText('platí 48 hodín')).toBeVisible()
  await axe()

  await page.goto(linkIn(await mailTo(page, email, '/login/activate/'), '/login/activate/'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aktivujte si účet')
})

test('R4.04 R13.03 where another e-mail waits to be confirmed, it is named, since the link goes there', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  await pretendUnconfirmed(page, { email: 'opraveny@example.com', expires_at: '2030-01-01T10:00:00Z' })
  await page.route('**/activation-email', route => route.fulfill({ status: 202 }))
  await page.goto(path)
  await expect(page.getByText('sme vám poslali na adresu opraveny@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Poslať aktivačný e\u2011mail' }).click()
  await expect(page.getByText('Nájdete ho v schránke opraveny@example.com')).toBeVisible()
})

test('R2.12 it is for signed-in readers only', async ({ page }) => {
  await page.goto(path)
  await expect(page).toHaveURL(/\/login\?url=/)
})

test('R1.15 a confirmed reader is told so', async ({ page, axe }) => {
  const { email } = await signIn(page, 'premium-card')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Váš účet je aktivovaný.')
  await expect(page.getByText(`Adresu ${email} ste už potvrdili`)).toBeVisible()
  await axe()
})

test('R8.13 too many sends say when the next one can be asked for', async ({ page, axe, expectRefusal }) => {
  await signIn(page, 'premium-card')
  await pretendUnconfirmed(page)
  await refuse(page, 429, 'too_many_activation_emails', { 'retry-after': '2400' })
  expectRefusal(429)
  await page.goto(path)
  await page.getByRole('button', { name: 'Poslať aktivačný e\u2011mail' }).click()
  const alert = page.getByRole('alert').filter({ hasText: /Aktivačný e.mail sme vám už poslali viackrát\./ })
  await expect(alert).toContainText('Znova to môžete skúsiť o 40 minút.')
  await axe()
})

test('R4.04 who confirmed in another window sees that instead of a refusal', async ({
  page,
  expectRefusal,
}) => {
  await signIn(page, 'premium-card')
  const stopPretending = await pretendUnconfirmed(page)
  await refuse(page, 422, 'account_already_confirmed')
  expectRefusal(422)
  await page.goto(path)
  const send = page.getByRole('button', { name: 'Poslať aktivačný e\u2011mail' })
  await expect(send).toBeVisible()
  await stopPretending()
  await send.click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Váš účet je aktivovaný.')
})

test('R1.15 when the account can not be read, it says so and tries again', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'premium-card')
  await page.route('**/rest/api/prv/v1/users/*', route => route.fulfill({ status: 500, body: '' }))
  expectRefusal(500)
  await page.goto(path)
  const alert = page.getByRole('alert').filter({ hasText: 'Nepodarilo sa zistiť' })
  await expect(alert).toBeVisible()
  await axe()
  await page.unroute('**/rest/api/prv/v1/users/*')
  await page.getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Váš účet je aktivovaný.')
})

type Page = Parameters<typeof signIn>[0]

/** Mocks the reader as unconfirmed, so that the demo's own one stays as it is. */
async function pretendUnconfirmed(
  page: Page,
  change: User['email_change'] = null,
): Promise<() => Promise<void>> {
  const user = '**/rest/api/prv/v1/users/*'
  await page.route(user, async route => {
    const answer = await route.fetch()
    const json = { ...(await answer.json()), confirmed: false, email_change: change }
    await route.fulfill({ response: answer, json })
  })
  return () => page.unroute(user)
}

async function refuse(page: Page, status: number, key: string, headers: Record<string, string> = {}) {
  await page.route('**/activation-email', route =>
    route.fulfill({ status, headers, json: { errors: [{ key, message: '' }] } }),
  )
}
