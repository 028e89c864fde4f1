import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { User } from '#contract/identity/identity.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { markAnonymization } from '../anonymization.ts'

const server = openForFile(createTestApp)

const readerOf = async (given: Parameters<typeof makeReader>[1] = {}) => {
  const { browser, own, ...reader } = await makeSignedIn(server, given)
  return {
    ...reader,
    browser,
    own,
    detach: (id: number | string) => browser.delete(`${own}/linked-accounts/${id}`),
    accounts: async () => (await browser.get(own)).json<User>().accounts,
    log: async () => (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>().items,
  }
}
const pair = async () => {
  const main = await readerOf({ locale: 'sk' })
  return { main, linked: await readerOf({ mainAccountId: main.id, locale: 'en' }) }
}
const keyOf = (answer: LightMyRequestResponse) => answer.json<{ errors: [{ key: string }] }>().errors[0].key
/** How many mails each of the readers was sent about it. */
const mailsTo = async (...ids: number[]) => {
  const rows = await server.deps.db
    .select({ to: outboxMessages.userId })
    .from(outboxMessages)
    .where(eq(outboxMessages.template, 'account_detached'))
  return ids.map(id => rows.filter(({ to }) => to === id).length)
}

test.each(['main', 'linked'] as const)(
  'R10.02 the %s account unlinks the two; each is its own at once, has it in its log, and is told by mail once',
  async side => {
    const both = await pair()
    const { main, linked } = both
    expect((await linked.accounts()).linked).toEqual([{ id: linked.id, email: linked.email }])
    expect((await both[side].detach(linked.id)).statusCode).toBe(204)
    for (const { id, email, accounts, log } of [main, linked]) {
      expect(await accounts()).toEqual({ main: { id, email }, linked: [] })
      expect((await log()).map(({ kind, details }) => ({ kind, details }))[0]).toEqual({
        kind: 'account_detached',
        details: {},
      })
    }
    expect(await mailsTo(main.id, linked.id)).toEqual([1, 1])
    const { subject, text } = await server.mailbox.waitFor(linked.email, mail =>
      mail.subject.includes('linked'),
    )
    expect(subject).toBe('Your accounts are no longer linked')
    expect(text).toContain(main.email)
    await server.mailbox.waitFor(main.email, mail => mail.text.includes(`účet ${linked.email} už nie je`))
    // Again, from either side: no link is left.
    for (const each of [main, linked]) expect(keyOf(await each.detach(linked.id))).toBe('link_not_connected')
    expect(await mailsTo(main.id, linked.id)).toEqual([1, 1])
  },
)

test('R10.02 race: twenty times at once from both sides it is unlinked once, and each is told once', async () => {
  const { main, linked } = await pair()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? main : linked).detach(linked.id)),
  )
  expect(answers.filter(answer => answer.statusCode === 204)).toHaveLength(1)
  expect(new Set(answers.filter(answer => answer.statusCode !== 204).map(keyOf))).toEqual(
    new Set(['link_not_connected']),
  )
  expect(await mailsTo(main.id, linked.id)).toEqual([1, 1])
  for (const each of [main, linked]) {
    expect((await each.log()).filter(({ kind }) => kind === 'account_detached')).toHaveLength(1)
  }
})

test('R10.02 one of several is removed, the others stay', async () => {
  const { main, linked } = await pair()
  const second = await readerOf({ mainAccountId: main.id })
  expect((await main.detach(linked.id)).statusCode).toBe(204)
  const stays = { main: { id: main.id, email: main.email }, linked: [{ id: second.id, email: second.email }] }
  expect(await main.accounts()).toEqual(stays)
  expect(await second.accounts()).toEqual(stays)
})

test('R6.01 R10.02 others can’t unlink it: a stranger, a sibling, the main account itself', async () => {
  const { main, linked } = await pair()
  const sibling = await readerOf({ mainAccountId: main.id })
  const stranger = await readerOf()
  const refused = [
    await sibling.detach(linked.id),
    await stranger.detach(linked.id),
    await main.detach(main.id),
    await stranger.detach(999_999_999),
  ]
  expect(refused.map(answer => [answer.statusCode, keyOf(answer)])).toEqual(
    refused.map(() => [422, 'link_not_connected']),
  )
  expect((await stranger.browser.delete(`${main.own}/linked-accounts/${linked.id}`)).statusCode).toBe(403)
  for (const id of ['0', '-1', '1.5', 'x', '%00', "1'or'1", '9999999999']) {
    expect((await main.detach(encodeURIComponent(id))).statusCode, id).toBe(404)
  }
  expect((await main.accounts()).linked.map(({ id }) => id)).toEqual([linked.id, sibling.id])
})

test('R8.07 R10.02 an account that is about to be erased unlinks nothing, and may be unlinked by the other side', async () => {
  const { main, linked } = await pair()
  await server.deps.db.transaction(tx => markAnonymization(tx, server.deps, linked.id))
  expect(keyOf(await linked.detach(linked.id))).toBe('user_anonymization_pending')
  expect((await main.detach(linked.id)).statusCode).toBe(204)
})
