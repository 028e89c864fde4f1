import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { users } from '#server/modules/identity/tables.ts'
import { tokenInMail } from '../inspect/token-in-mail.ts'
import { makeReader } from '../make/reader.ts'
import { makeSignedIn } from '../make/signed-in.ts'
import type { TestApp } from '../setup/test-app.ts'
import { openBrowser } from '../setup/test-browser.ts'

export const newPassword = 'Nove-Heslo-1'
let made = 0
export const newEmail = () => `another-${made++}@dennik.example`
/** Why something was refused. */
export const keyOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors: { key: string }[] }).errors[0]?.key

/** What a reader, and whoever has a mailbox, do about another e-mail. */
export function emailChanges(server: TestApp) {
  async function enter(given: Parameters<typeof makeReader>[1] = {}) {
    const { browser, own, ...reader } = await makeSignedIn(server, given)
    const ask = (email: string) => browser.post(`${own}/email-change`, { json: { email } })
    const read = async () => (await browser.get(own)).json<User>()
    return { reader, browser, own, ask, read }
  }

  const mailWith = (to: string, words: string) =>
    server.mailbox.waitFor(to, ({ text }) => text.includes(words))
  const linkTo = async (to: string, page: Parameters<typeof tokenInMail>[1] = 'change-email') =>
    tokenInMail(await mailWith(to, `/login/${page}/`), page)
  const confirm = (token: string, browser = openBrowser(server.app)) =>
    browser.post(`/login/change-email/${token}`)
  const takeBack = (token: string, browser = openBrowser(server.app)) =>
    browser.post(`/login/take-back-email/${token}`, { json: { plain_password: newPassword } })
  const rowOf = async (id: number) => (await server.deps.db.select().from(users).where(eq(users.id, id)))[0]

  /** Asks and confirms. @returns the token that takes it back */
  async function change(
    person: Pick<Awaited<ReturnType<typeof enter>>, 'ask'> & { reader: { id: number } },
    email: string,
  ): Promise<string> {
    const former = (await rowOf(person.reader.id))?.email ?? ''
    expect((await person.ask(email)).statusCode).toBe(202)
    expect((await confirm(await linkTo(email))).statusCode).toBe(204)
    return linkTo(former, 'take-back-email')
  }
  return { enter, mailWith, linkTo, confirm, takeBack, rowOf, change }
}
