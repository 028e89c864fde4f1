import { expect, signIn, test } from '../fixtures.ts'
import { button, openSettings, settings } from './settings-screen.ts'

test('R1.10 R1.18 linked accounts are listed, and one is unlinked after saying what it means', async ({
  page,
  axe,
}) => {
  await signIn(page, 'linked-accounts')
  await openSettings(page)
  const { linked, dialog } = settings(page)
  await expect(linked.getByRole('listitem')).toHaveText([/^Facebook/, /^Google/])
  await button(linked, 'Odpojiť účet Facebook').click()
  await expect(dialog.getByRole('heading')).toHaveText('Odpojíte účet Facebook')
  await axe()
  await button(dialog, 'Ponechať').click()
  await expect(linked.getByRole('listitem')).toHaveCount(2)

  await button(linked, 'Odpojiť účet Facebook').click()
  await button(dialog, 'Odpojiť účet Facebook').click()
  await expect(linked.getByRole('listitem')).toHaveText([/^Google/])
  await expect(linked.getByText('Účet Facebook je odpojený.')).toBeVisible()
  await axe()
})

test('R8.11 an account that was unlinked in another window is told as such', async ({
  page,
  expectRefusal,
}) => {
  await signIn(page, 'card-expiring')
  await openSettings(page)
  const { linked, dialog } = settings(page)
  expectRefusal(422)
  await page.route('**/extern-auth-service/google', route =>
    route.fulfill({ status: 422, json: { errors: [{ key: 'link_not_connected', message: '' }] } }),
  )
  await button(linked, 'Odpojiť účet Google').click()
  await button(dialog, 'Odpojiť účet Google').click()
  await expect(dialog.getByRole('alert')).toHaveText('Tento účet nie je prepojený s\u00a0vaším profilom.')
})

test('the last way to sign in has no button, and says what to do first', async ({ page, axe }) => {
  await signIn(page, 'card-expiring')
  await page.route(/\/rest\/api\/prv\/v1\/users\/\d+$/, async route => {
    const answer = await route.fetch()
    const user = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...user, has_password: false } })
  })
  await openSettings(page)
  const { linked, mainData } = settings(page)
  await expect(linked.getByText(/preto ho odpojiť nemôžete/)).toBeVisible()
  await expect(linked.getByRole('button')).toHaveCount(0)
  await expect(mainData.getByText(/^Heslo zatiaľ nemáte/)).toBeVisible()
  await expect(mainData.getByRole('link')).toHaveAttribute('href', /\/login\/forgotten-password$/)
  await axe()
})
