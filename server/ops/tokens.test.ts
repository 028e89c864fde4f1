import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openOperator } from '#server/testing/make/operator.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp, testOrigin } from '#server/testing/setup/test-app.ts'
import { auditLog, operatorTokens } from './tables.ts'

const server = openForFile(createTestApp)

type Refused = { errors: { key: string; field?: string; message: string }[] }
let address = 1
/** Each from an IP address of its own, which the rate limit of wrong tokens counts by. */
const listWith = (headers: Record<string, string>, remoteAddress = `10.1.0.${address++}`) =>
  server.app.inject({ url: '/ops/v1/tokens', remoteAddress, headers })

describe('an operator’s token', () => {
  it('is shown once, stored as a hash, and tells when it was last used', async () => {
    const admin = await openOperator(server, ['tokens:read', 'tokens:write'])
    const answer = await admin.call('tokens create', { name: 'desk', scopes: ['tokens:read'], valid_days: 7 })
    const { token } = answer.json<{ token: string }>()
    expect(token).toMatch(/^profil_ops_[\w-]{43}$/)
    const [row] = await server.deps.db.select().from(operatorTokens).where(eq(operatorTokens.name, 'desk'))
    expect(JSON.stringify(row)).not.toContain(token.slice('profil_ops_'.length))
    expect(row?.lastUsedAt).toBeNull()
    const listed = await listWith({ authorization: `Bearer ${token}` })
    expect(listed.statusCode).toBe(200)
    expect(listed.body).not.toContain(token)
    expect(listed.body).not.toContain(row?.hash ?? 'nothing')
    const [used] = await server.deps.db.select().from(operatorTokens).where(eq(operatorTokens.name, 'desk'))
    expect(used?.lastUsedAt).not.toBeNull()
    const again = await admin.call('tokens create', { name: 'desk', scopes: ['tokens:read'] })
    expect(again.json<Refused>().errors).toMatchObject([{ key: 'operation_refused', field: 'name' }])
  })

  it('is refused once it is revoked or expired, with a letter changed, or as a cookie', async () => {
    const { token, name } = await openOperator(server, ['tokens:read'])
    const status = async (headers: Record<string, string>) => (await listWith(headers)).statusCode
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200)
    expect(
      await status({ authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }),
    ).toBe(401)
    expect(await status({ authorization: token })).toBe(401)
    expect(await status({ cookie: `token=${token}; ppp=${token}` })).toBe(401)
    const admin = await openOperator(server, ['tokens:write'])
    await admin.call('tokens revoke', { name })
    expect(await status({ authorization: `Bearer ${token}` })).toBe(401)
    expect((await admin.call('tokens revoke', { name: 'nobodys' })).statusCode).toBe(404)

    const short = await admin.call('tokens create', {
      name: 'short',
      scopes: ['tokens:write'],
      valid_days: 1,
    })
    server.clock.advance('P2D')
    expect(await status({ authorization: `Bearer ${short.json<{ token: string }>().token}` })).toBe(401)
  })

  it('grants no scope that it lacks, and no token that outlives it', async () => {
    const admin = await openOperator(server, ['tokens:write'])
    const refused = async (input: Record<string, unknown>) =>
      (await admin.call('tokens create', { name: 'more', ...input })).json<Refused>().errors
    expect(await refused({ scopes: ['tokens:write', 'audit:read'], valid_days: 1 })).toEqual([
      { key: 'operation_refused', field: 'scopes', message: 'This token lacks audit:read itself.' },
    ])
    expect(await refused({ scopes: ['tokens:write'], valid_days: 730 })).toMatchObject([
      { field: 'valid_days' },
    ])
    expect(await refused({ scopes: ['everything'] })).toMatchObject([
      { field: 'scopes.0', message: expect.stringContaining('must be one of access:read') },
    ])
    expect(await refused({ scopes: ['tokens:write'], valid_days: '7' })).toMatchObject([
      { field: 'valid_days' },
    ])
  })

  it('race: made twenty times at once under one name is one', async () => {
    const admin = await openOperator(server, ['tokens:write'])
    const input = { name: 'only-one', scopes: ['tokens:write'], valid_days: 5 }
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.call('tokens create', input)))
    expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
    expect(answers.filter(answer => answer.statusCode === 422)).toHaveLength(19)
    const lines = await server.deps.db.select().from(auditLog).where(eq(auditLog.target, 'token only-one'))
    expect(lines.map(line => line.outcome)).toEqual(['done'])
  })

  it('R17.04 rate limit: guesses are soon refused, and do not limit valid tokens behind the same IP address', async () => {
    const { token } = await openOperator(server, ['tokens:read'])
    const wrong = await Promise.all(
      Array.from({ length: 40 }, () => listWith({ authorization: `Bearer ${'x'.repeat(43)}` }, '10.2.0.1')),
    )
    expect(wrong.filter(answer => answer.statusCode === 401)).toHaveLength(20)
    const limited = wrong.filter(answer => answer.statusCode === 429)
    expect(limited).toHaveLength(20)
    for (const { headers } of limited) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await listWith({ authorization: `Bearer ${token}` }, '10.2.0.1')).statusCode).toBe(200)
  })
})

it('an invalid body is refused with its reason, and failures are in the audit log too', async () => {
  const operator = await openOperator(server, ['tokens:write'])
  const post = (payload: string, type: string) =>
    server.app.inject({
      method: 'POST',
      url: '/ops/v1/tokens',
      headers: {
        authorization: `Bearer ${operator.token}`,
        'content-type': type,
        origin: `${testOrigin}.evil`,
      },
      payload,
    })
  expect((await post('name=x', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  expect((await post('{', 'application/json')).statusCode).toBe(400)
  expect((await post('[]', 'application/json')).json<Refused>().errors[0]?.message).toBe(
    'The body must be an object in braces.',
  )
  expect((await post('{}', 'application/json')).json<Refused>().errors.map(fault => fault.field)).toEqual([
    'name',
    'scopes',
  ])
  const lines = await server.deps.db.select().from(auditLog).where(eq(auditLog.who, operator.name))
  expect(lines.map(line => [line.outcome, line.refusal])).toEqual([
    ['refused', 'invalid_input, invalid_input'],
  ])
})
