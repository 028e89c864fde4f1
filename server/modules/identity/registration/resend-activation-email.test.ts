import { expect, test } from 'vitest'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)

async function signInSomebody(given: Parameters<typeof makeReader>[1]) {
  const { browser, ...reader } = await makeSignedIn(server, given)
  const resend = () => browser.post(`/rest/api/prv/v1/users/${reader.id}/activation-email`)
  return { reader, resend }
}

test('R1.15 R4.04 the activation link is mailed again, and the former one stops working', async () => {
  const { reader, resend } = await signInSomebody({ confirmedAt: null })
  const answer = await resend()
  expect(answer.statusCode).toBe(202)
  expect(answer.body).toBe('')
  const first = await server.mailbox.waitFor(reader.email)
  expect((await resend()).statusCode).toBe(202)
  const second = await server.mailbox.waitFor(reader.email, mail => mail.messageId !== first.messageId)

  const activate = (token: string) =>
    openBrowser(server.app).post(`/login/activate/${token}`, { json: { plain_password: 'Nove-Heslo-1' } })
  expect((await activate(tokenInMail(first, 'activate'))).statusCode).toBe(422)
  expect((await activate(tokenInMail(second, 'activate'))).statusCode).toBe(204)
})

test('race: the last link is valid, and only one', async () => {
  const { reader, resend } = await signInSomebody({ confirmedAt: null })
  const answers = await Promise.all([resend(), resend(), resend()])
  expect(answers.map(answer => answer.statusCode)).toEqual([202, 202, 202])
  await server.mailbox.waitFor(
    reader.email,
    () => server.mailbox.mails.filter(mail => mail.to === reader.email).length === 3,
  )
  const mails = server.mailbox.mails.filter(mail => mail.to === reader.email)
  const used = await Promise.all(
    mails.map(mail =>
      openBrowser(server.app).post(`/login/activate/${tokenInMail(mail, 'activate')}`, {
        json: { plain_password: 'Nove-Heslo-1' },
      }),
    ),
  )
  expect(used.filter(answer => answer.statusCode === 204)).toHaveLength(1)
})

test('R8.13 the fourth one within an hour is refused with its own message', async () => {
  const { resend } = await signInSomebody({ confirmedAt: null })
  for (let sent = 0; sent < 3; sent++) expect((await resend()).statusCode).toBe(202)
  const answer = await resend()
  expect(answer.statusCode).toBe(429)
  expect(answer.json()).toMatchObject({ errors: [{ key: 'too_many_activation_emails' }] })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
})

test('a confirmed account needs none, and none is counted', async () => {
  const { resend } = await signInSomebody({})
  for (let attempt = 0; attempt < 5; attempt++) {
    const answer = await resend()
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'account_already_confirmed' }] })
  }
})
