import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSubscription } from '#server/testing/make/subscription.ts'
import { createTestApp, type TestApp, testOrigin } from '#server/testing/setup/test-app.ts'
import { testPassword } from '#server/testing/setup/test-browser.ts'

/** What a programmer who has the generated client writes: calls by the names of the use cases, answers by their types. */
const journey = `
import { ApiError, CentralLoginService, NewslettersService, OpenAPI, ReaderService, SubscriptionsService } from './client/index'
import type { Subscription, User } from './client/index'

type Asked = { address: string; email: string; password: string; userId: string; code: string }

export async function goThrough({ address, email, password, userId, code }: Asked) {
  OpenAPI.BASE = address
  await CentralLoginService.signIn({ requestBody: { email, password } })
  const user: User = await ReaderService.readUser({ userId })
  const { items: subscriptions } = await SubscriptionsService.listSubscriptions({ userId })
  const access: Subscription['access'] = subscriptions.flatMap(each => each.access)
  await NewslettersService.signUp({ userId, code })
  const on = await NewslettersService.listSignups({ userId })
  await NewslettersService.signOff({ userId, code })
  const off = await NewslettersService.listSignups({ userId })
  await CentralLoginService.signOut()
  const refused = await ReaderService.readUser({ userId }).catch((error: unknown) => error)
  return {
    email: user.email,
    access,
    states: [...on.items, ...off.items].map(({ state }) => state),
    refused: refused instanceof ApiError ? { status: refused.status, body: refused.body } : undefined,
  }
}
`

let server: TestApp
let folder: string
beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  // Within the project, where the tests' own compiler looks.
  folder = mkdtempSync(join(projectRoot, 'node_modules/.generated-client-'))
})
afterAll(async () => {
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})

it('R17.05 a client that is generated from the description compiles, and makes a journey', async () => {
  const address = server.app.listeningOrigin
  const description = (await (await fetch(`${address}/openapi.json`)).json()) as Record<string, unknown>
  await generate({
    input: description,
    output: join(folder, 'client'),
    httpClient: 'fetch',
    useOptions: true,
  })
  writeFileSync(join(folder, 'journey.ts'), journey)
  const compilation = compile(folder)
  expect(compilation).toBe('')

  const reader = await makeReader(server.deps)
  await makeSubscription(server.deps, { userId: reader.id })
  const { code } = await makeNewsletter(server.deps)
  vi.stubGlobal('fetch', browserFetch(fetch))
  const { goThrough } = (await import(join(folder, 'journey.ts'))) as {
    goThrough: (asked: object) => Promise<unknown>
  }
  const asked = { address, email: reader.email, password: testPassword, userId: String(reader.id), code }
  expect(await goThrough(asked)).toEqual({
    email: reader.email,
    access: ['web'],
    states: ['on', 'off'],
    refused: { status: 401, body: { errors: [{ key: 'not_logged_in', message: expect.any(String) }] } },
  })
})

/** @returns what the compiler says of all files of a folder; nothing when it is content */
function compile(folder: string): string {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom'],
    types: [],
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['**/*.ts'] }),
  )
  const { stdout, stderr } = spawnSync(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  return stdout + stderr
}

/** Headers of a browser: origin and cookies. */
function browserFetch(send: typeof fetch): typeof fetch {
  const cookies = new Map<string, string>()
  return async (address, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('origin', testOrigin)
    headers.set('cookie', [...cookies].map(cookie => cookie.join('=')).join('; '))
    const answer = await send(address, { ...init, headers })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return answer
  }
}
