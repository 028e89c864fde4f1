import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { exported } from '#server/site/api-description/names.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

/** Calls refused to an unconfirmed account; all others are allowed. */
const refused: Record<string, string> = {
  signUp: 'newsletter_account_not_confirmed',
  pauseNewsletters: 'newsletter_account_not_confirmed',
  addAccesses: 'account_not_confirmed',
  activateAccess: 'account_not_confirmed',
  sendAccessLink: 'account_not_confirmed',
  changeAccesses: 'account_not_confirmed',
  activateFamilyRequest: 'account_not_confirmed',
  addDocumentRecipient: 'account_not_confirmed',
  requestNicknameChange: 'account_not_confirmed',
  requestBlogChange: 'account_not_confirmed',
  changeVisibility: 'account_not_confirmed',
  addPost: 'account_not_confirmed',
  followDiscussion: 'account_not_confirmed',
  followMember: 'account_not_confirmed',
  addPasskey: 'account_not_confirmed',
  beginPasskey: 'account_not_confirmed',
  linkExternAuthService: 'link_account_not_confirmed',
  makeSwgAuthCode: 'link_account_not_confirmed',
}

const isReaders = (entry: readonly [string, unknown]): entry is [string, Endpoint] => {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'access' in value && value.access === 'reader'
}
const calls = exported.filter(isReaders)

/** Answer of a call with an empty body and unknown ids, to a confirmed or unconfirmed reader. */
async function answerTo({ method, path, body }: Endpoint, confirmedAt: Temporal.Instant | null) {
  const { browser, ...reader } = await makeSignedIn(server, { confirmedAt })
  const url = path.replace(':userId', String(reader.id)).replaceAll(/:[a-zA-Z]+/g, '1')
  const answer = await server.app.inject({
    method,
    url,
    headers: {
      origin: 'http://profil.test',
      cookie: [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: '{}' } : {}),
  })
  return { status: answer.statusCode, body: answer.body }
}

describe('R10.04 an account that is not confirmed', () => {
  test.each(calls)('%s', async (name, endpoint) => {
    const told = await answerTo(endpoint, null)
    const key = refused[name]
    if (key === undefined) expect(told.body).not.toContain('account_not_confirmed')
    else expect([told.status, JSON.parse(told.body)]).toMatchObject([422, { errors: [{ key }] }])
  })

  test.each(calls.filter(([name]) => name in refused))('a confirmed one passes: %s', async (_, endpoint) => {
    expect((await answerTo(endpoint, server.clock.now())).body).not.toContain('account_not_confirmed')
  })

  test('is described by a table of which each call is one of the contract, and none is missing', () => {
    const rows = readFileSync(join(projectRoot, 'docs/accounts.md'), 'utf8').split('\n')
    const named = rows.filter(row => row.startsWith('|')).flatMap(row => row.match(/(?<=`)\w+(?=`)/g) ?? [])
    expect(named.toSorted()).toEqual(Object.keys(refused).sort())
    expect(calls.map(([name]) => name)).toEqual(expect.arrayContaining(named))
    expect(
      rows.filter(row => row.includes('| no |')).flatMap(row => row.match(/(?<=`)\w+(?=`)/g) ?? []),
    ).toEqual(named)
  })
})
