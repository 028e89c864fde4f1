import { expect, test } from 'vitest'
import type { ForumProfile } from '#contract/forum/forum.ts'
import { decideChange } from '#server/modules/forum/index.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { eraseReader } from './erase-reader.ts'

const server = openForFile(createTestApp)

async function enter() {
  const { browser, own, ...reader } = await makeSignedIn(server)
  const ask = async (nickname: string) =>
    (await browser.post(`${own}/forum-profile/nickname-changes`, { json: { nickname } })).statusCode
  const approve = async () => {
    const { nickname_change: change } = (await browser.get(`${own}/forum-profile`)).json<ForumProfile>()
    await decideChange(server.deps, change?.id ?? 0, { decision: 'approved' })
  }
  const erase = () =>
    server.deps.db.transaction(tx => eraseReader(tx, { ...reader, isProven: true }, server.clock.now()))
  return { ask, approve, erase }
}

test('R8.07 a nickname that an erased reader had only asked for is free, one that was in use is not', async () => {
  const gone = await enter()
  expect(await gone.ask('v_diskusii')).toBe(202)
  await gone.approve()
  expect(await gone.ask('len_zelany')).toBe(202)
  const other = await enter()
  expect([await other.ask('v_diskusii'), await other.ask('len_zelany')]).toEqual([422, 422])
  await gone.erase()
  expect([await other.ask('v_diskusii'), await other.ask('len_zelany')]).toEqual([422, 202])
})
