import { makeSignedIn } from '../make/signed-in.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

let asked = 0

/** A reader who has asked for a nickname, and the wish. */
export async function askForNickname(server: TestApp, nickname = `Prezyvka${asked++}`) {
  const { browser, ...reader } = await makeSignedIn(server)
  const profile = `/rest/api/prv/v1/users/${reader.id}/forum-profile`
  await browser.post(`${profile}/nickname-changes`, { json: { nickname } })
  const read = async () =>
    (await browser.get(profile)).json<{
      nickname: string | null
      nickname_change: { id: number; state: string; reason: string | null }
    }>()
  return { reader, id: (await read()).nickname_change.id, read }
}

const wish = async (server: TestApp) => ({ id: (await askForNickname(server)).id })

export const forumExamples: Examples = {
  'forum changes': async () => ({}),
  'forum approve': wish,
  'forum decline': wish,
}
