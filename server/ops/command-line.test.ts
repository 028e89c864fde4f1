import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { desc, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { callOperation, operationOf } from '#server/testing/make/operator.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { testAccount } from '#server/testing/make/statement.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { auditLog } from './tables.ts'

const server = openForFile(createMoneyApp)

/** The real command, in a process of its own over the same database. */
const run = (...args: string[]) => runWith({}, ...args)

async function runWith(environment: Record<string, string>, ...args: string[]) {
  const folder = join(process.env['TEST_PROGRAMS'] ?? '', 'command')
  const child = spawn(process.execPath, [join(folder, 'command.js'), ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      MODE: 'demo',
      DATABASE_URL: server.url,
      APP_SECRET: server.deps.settings.appSecret,
      TOKEN_SIGNING_KEY: server.deps.settings.tokenSigningKey,
      ...environment,
    },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: Number(code) }
}

/** A bank's file, in a folder of its own. */
async function writeStatement(...rows: string[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'profil-statement-')), 'vypis.csv')
  await writeFile(file, ['reference;date;amount;vs;message', ...rows, ''].join('\n'))
  return file
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

  it('R1.24 takes a bank’s file, and says what became of it', async () => {
    const reader = await server.signIn()
    const { transfer } = await placeOrder(reader, premiumByTransfer)
    const file = await writeStatement(
      `H1;20.11.2026;89,90;${transfer?.variable_symbol};`,
      'H2;20.11.2026;12,00;;Dar',
    )
    const { out } = await run('transfers', 'take', file, '--account', testAccount, '--json')
    expect(JSON.parse(out)).toMatchObject({
      statements: [{ account: testAccount, entries: 2, credits_cents: 10_190 }],
      new: [
        { state: 'confirmed', entries: 1, amount_cents: 8990 },
        { state: 'unmatched', reason: 'no_symbol', entries: 1, amount_cents: 1200 },
      ],
    })
    expect(await reader.periods()).toHaveLength(1)
    const refused = await run('transfers', 'take', file)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('no column says whose account') })
    await rm(dirname(file), { recursive: true })
  })

  it('R11.08 confirms a contract in the words of the brand, and shows its mails with them and their sender', async () => {
    const brand = await mkdtemp(join(tmpdir(), 'profil-brand-'))
    await mkdir(join(brand, 'texts'))
    await writeFile(
      join(brand, 'texts/sk.json'),
      JSON.stringify({ 'terms.withdrawal': 'Odstúpite u nás.', 'mail.signature': 'Redakcia Kuriéra' }),
    )
    const reader = await server.signIn()
    const { transfer } = await placeOrder(reader, premiumByTransfer)
    const file = await writeStatement(`K1;20.11.2026;89,90;${transfer?.variable_symbol};`)
    const words = { BRAND_DIR: brand }
    expect(await runWith(words, 'transfers', 'take', file, '--account', testAccount)).toMatchObject({
      code: 0,
    })
    const confirmation = await server.mailbox.waitFor(reader.email, mail => mail.text.includes('Odstúpite'))
    expect(confirmation.text).toContain('Odstúpite u nás. Posledný deň je')

    const [payment] = await reader.payments()
    const refund = [
      'payments',
      'refund',
      String(payment?.id),
      '--access',
      'keep',
      '--reason',
      'Omyl',
      '--dry-run',
    ]
    const tried = await runWith(words, ...refund, '--json')
    const { name } = server.deps.settings.supplier
    const text = expect.stringMatching(new RegExp(`Redakcia Kuriéra\n\n-- \n.+\n${name}, `))
    expect(JSON.parse(tried.out)).toMatchObject({ dry_run: { mails: [{ text }] } })
    await Promise.all([brand, dirname(file)].map(folder => rm(folder, { recursive: true })))
  })

  it('logs beside its answer, which programs read', async () => {
    const { db } = server.deps
    await db.execute(sql`create function refuse_entry() returns trigger language plpgsql as
      $$ begin raise exception 'this entry cannot be written'; end $$`)
    await db.execute(sql`create trigger refuse_entry before update on bank_entries
      for each row when (old.message = 'refused') execute function refuse_entry()`)
    const file = await writeStatement('L1;20.11.2026;1,00;;refused')
    const { out, err } = await run('transfers', 'take', file, '--account', testAccount, '--json')
    await db.execute(sql`drop function refuse_entry cascade`)
    await rm(dirname(file), { recursive: true })
    expect(JSON.parse(out)).toMatchObject({ statements: [{ entries: 1 }] })
    expect(err).toContain('"msg":"item failed"')
  })

  it('tells how it is used before it opens anything', async () => {
    const all = await run()
    expect(all).toMatchObject({ code: 0, err: '' })
    expect(all.out).toContain('readers ban ID --reason …')
    const one = await run('readers', 'ban', '--help')
    expect(one.out).toContain('--reason')
    // Beside one another where there is room, so that a terminal shows them as two columns.
    expect(all.out).toMatch(/^ {2}readers ban ID --reason … \[…\] {2,}Signs /m)
    expect(all.out).toMatch(/^ {2}troubles set CODE .+ \[…\]\n {48}Tells /m)
    for (const words of [['pigeons'], ['readers', 'eat'], ['readers']]) {
      const unknown = await run(...words)
      expect(unknown).toMatchObject({ code: 1, out: '' })
      expect(unknown.err).toMatch(`There is no command "${words.join(' ')}".\n\nUsage: `)
    }
    for (const options of [
      ['--id', '2'],
      ['--reason', 'x', '--reason', 'y'],
    ]) {
      const twice = await run('readers', 'ban', '1', ...options)
      expect(twice).toMatchObject({ code: 1, out: '', err: expect.stringContaining('is given twice') })
    }
    const strange = await run('readers', 'ban', '1', '--because', 'x')
    expect(strange).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining("Unknown option '--because'"),
    })
  })
})
