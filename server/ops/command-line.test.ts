import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { desc } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { callOperation, operationOf } from '#server/testing/make/operator.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { auditLog } from './tables.ts'

const server = openForFile(createTestApp)

/** The real command, in a process of its own over the same database. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [join(projectRoot, 'server/start/command.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      // Each of a dozen processes would compile the whole server anew.
      NODE_COMPILE_CACHE: join(projectRoot, '.cache/node'),
      MODE: 'demo',
      DATABASE_URL: server.url,
      APP_SECRET: server.deps.settings.appSecret,
      TOKEN_SIGNING_KEY: server.deps.settings.tokenSigningKey,
    },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: Number(code) }
}

describe('npm run ops', () => {
  it('does what the call does, and leaves the same line: a token made here opens the calls', async () => {
    const reader = await makeReader(server.deps)
    const name = `desk-${reader.id}`
    const made = await run('tokens', 'create', '--name', name, '--scopes', 'readers:read,readers:write')
    expect(made).toMatchObject({ code: 0, err: '' })
    const token = /profil_ops_[\w-]+/.exec(made.out)?.[0]
    const shown = await callOperation(
      server,
      operationOf('readers show'),
      { id: reader.id },
      {
        authorization: `Bearer ${token}`,
      },
    )
    const printed = await run('readers', 'show', String(reader.id), '--json')
    expect(JSON.parse(printed.out)).toEqual(shown.json())
    const banned = await run('readers', 'ban', String(reader.id), '--reason', 'Predáva svoje heslo')
    expect(banned.out).toMatch(/^blocked_at +20\d\d-/m)
    const [line] = await server.deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(line).toMatchObject({
      who: expect.stringMatching(/^command line \(.+\)$/),
      operation: 'readers ban',
      target: `reader ${reader.id}`,
      before: { blocked_at: null },
      after: { reason: 'Predáva svoje heslo' },
    })
    const lines = await run('audit', 'list', '--reader', String(reader.id), '--limit', '5')
    expect(lines.out.split('\n')[0]).toMatch(/^id +at +who +operation/)
    expect(lines.out).toContain('Predáva svoje heslo')
  })

  it('says in one line what is wrong and ends with 1', async () => {
    expect(await run('readers', 'ban', 'x')).toEqual({
      code: 1,
      out: '',
      err: 'id: "id" must be a number.\nreason: "reason" is missing.\n',
    })
    expect(await run('load', '/nowhere')).toMatchObject({
      code: 1,
      err: 'folder: /nowhere is not a folder that can be read: give the path of the folder to load.\n',
    })
  })

  it('tells how it is used before it opens anything', async () => {
    const all = await run()
    expect(all).toMatchObject({ code: 0, err: '' })
    expect(all.out).toContain('readers ban ID --reason …')
    const one = await run('readers', 'ban', '--help')
    expect(one.out).toContain('--reason')
    expect((await run('pigeons')).code).toBe(1)
    const strange = await run('readers', 'ban', '1', '--because', 'x')
    expect(strange).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining("Unknown option '--because'"),
    })
  })
})
