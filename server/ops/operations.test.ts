import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { callOperation, openOperator } from '#server/testing/make/operator.ts'
import { accessExamples } from '#server/testing/operation-examples/access.ts'
import { accountingExamples } from '#server/testing/operation-examples/accounting.ts'
import { auditExamples } from '#server/testing/operation-examples/audit.ts'
import { bankTransferExamples } from '#server/testing/operation-examples/bank-transfers.ts'
import { couponExamples } from '#server/testing/operation-examples/coupons.ts'
import type { Examples } from '#server/testing/operation-examples/example.ts'
import { faqExamples } from '#server/testing/operation-examples/faq.ts'
import { flagExamples } from '#server/testing/operation-examples/flags.ts'
import { forumExamples } from '#server/testing/operation-examples/forum.ts'
import { giftExamples } from '#server/testing/operation-examples/gifts.ts'
import { jobExamples } from '#server/testing/operation-examples/jobs.ts'
import { knownTroubleExamples } from '#server/testing/operation-examples/known-troubles.ts'
import { layoutExamples } from '#server/testing/operation-examples/layout.ts'
import { newsletterExamples } from '#server/testing/operation-examples/newsletters.ts'
import { productExamples } from '#server/testing/operation-examples/products.ts'
import { readerExamples } from '#server/testing/operation-examples/readers.ts'
import { refundExamples } from '#server/testing/operation-examples/refunds.ts'
import { renewalExamples } from '#server/testing/operation-examples/renewals.ts'
import { serviceModeExamples } from '#server/testing/operation-examples/service-mode.ts'
import { subscriptionExamples } from '#server/testing/operation-examples/subscriptions.ts'
import { taskExamples } from '#server/testing/operation-examples/tasks.ts'
import { tokenExamples } from '#server/testing/operation-examples/tokens.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { fieldsOf } from './operation-input.ts'
import { operations } from './operations.ts'
import { scopes } from './scopes.ts'
import { operationsPath } from './serve-operations.ts'
import { auditLog } from './tables.ts'

/** One successful call of every operation. */
const examples: Examples = {
  ...accessExamples,
  ...accountingExamples,
  ...auditExamples,
  ...bankTransferExamples,
  ...couponExamples,
  ...faqExamples,
  ...knownTroubleExamples,
  ...flagExamples,
  ...forumExamples,
  ...giftExamples,
  ...jobExamples,
  ...refundExamples,
  ...renewalExamples,
  ...serviceModeExamples,
  ...subscriptionExamples,
  ...taskExamples,
  ...layoutExamples,
  ...newsletterExamples,
  ...productExamples,
  ...readerExamples,
  ...tokenExamples,
}

/** Valid days and instants, of which PostgreSQL can't store all. */
const farDays = ['0000-01-01', '9999-12-31', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']

const served = operations.filter(operation => operation.http !== null)

const server = openForFile(createTestApp)

const newestLine = async (who: string) => {
  const [line] = await server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.who, who))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return line
}

describe.each(served.map(operation => [operation.name, operation] as const))('%s', (name, operation) => {
  it('is refused without a token, and without its scope, which leaves a line in the audit log', async () => {
    const input = (await examples[name]?.(server)) ?? {}
    const unknown = await callOperation(server, operation, input, {})
    expect(unknown.statusCode).toBe(401)
    expect(unknown.headers['www-authenticate']).toBe('Bearer')

    const others = scopes.filter(scope => scope !== operation.scope)
    const operator = await openOperator(server, others)
    const answer = await operator.call(name, input)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'forbidden' }] })
    expect(await newestLine(operator.name)).toMatchObject({
      operation: name,
      outcome: 'forbidden',
      refusal: 'forbidden',
      before: null,
      after: null,
      requestId: answer.headers['x-request-id'],
    })
  })

  it('is tried and done with its scope alone, and leaves a line: a write what was before and after', async () => {
    const example = examples[name]
    if (!example) throw new Error(`${name} has no example in server/testing/operation-examples`)
    const operator = await openOperator(server, [operation.scope])
    const input = await example(server)
    if (operation.kind === 'write') {
      const tried = await operator.call(name, { ...input, dry_run: true })
      expect(tried.json()).toMatchObject({ dry_run: { mails: expect.any(Array) } })
      expect((await newestLine(operator.name))?.target).toMatch(/\(dry run\)$/)
      // What was not made is not handed out.
      for (const field of operation.made ?? []) expect(tried.json()).toMatchObject({ [field]: '' })
    }
    const answer = await operator.call(name, input)
    expect(answer.json()).not.toHaveProperty('errors')
    expect(answer.json()).not.toHaveProperty('dry_run')
    for (const field of operation.made ?? []) expect(answer.json()).not.toMatchObject({ [field]: '' })
    expect(answer.statusCode).toBe(200)
    const line = await newestLine(operator.name)
    expect(line).toMatchObject({
      operation: name,
      outcome: 'done',
      requestId: answer.headers['x-request-id'],
    })
    if (operation.kind === 'read') expect(line).toMatchObject({ before: null, after: null })
    else expect(line?.before).not.toEqual(line?.after)
    expect(JSON.stringify(line)).not.toContain(operator.token)
  })

  it('takes any input, or refuses it clearly: never a 500', async () => {
    const texts = fieldsOf(operation).filter(({ form }) => form.type === 'string' && form.enum === undefined)
    const operator = await openOperator(server, [operation.scope])
    let input: Record<string, unknown> | undefined
    for (const { name: field } of texts.filter(each => each.name !== operation.file)) {
      for (const text of ['a\0b', `'";--\\%00{0}\u202e`, 'ž'.repeat(5000), ...farDays]) {
        input ??= (await examples[name]?.(server)) ?? {}
        const answer = await operator.call(name, { ...input, [field]: text })
        expect(answer.statusCode, `${field}: ${answer.body}`).toBeLessThan(500)
        // A call that was refused or that reads has changed nothing, so the next one can begin with the same.
        if (answer.statusCode < 400 && operation.kind === 'write') input = undefined
      }
    }
  })
})

it('every operation is described in /openapi.json like the calls of readers', async () => {
  const { paths } = (await server.app.inject('/openapi.json')).json<{
    paths: Record<string, Record<string, { summary?: string }>>
  }>()
  const described = served.map(({ http }) => {
    const path = `${operationsPath}${http?.path}`.replaceAll(/:(\w+)/g, '{$1}')
    return paths[path]?.[http?.method.toLowerCase() ?? '']?.summary
  })
  expect(described).toEqual(served.map(({ summary }) => summary))
})

it.each([
  { url: '/readers/1/ban?id=2', body: {}, field: 'id' },
  { url: '/readers/1/ban', body: { id: 2 }, field: 'id' },
  { url: '/readers/1/ban?reason=Another', body: { reason: 'Spam' }, field: 'reason' },
])('what is given twice is refused at its field: $url', async ({ url, body, field }) => {
  const { token } = await openOperator(server, ['readers:write'])
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.inject({ method: 'POST', url: operationsPath + url, headers, body })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { errors: [{ key: 'invalid_input', field }] },
  ])
})

it('an e-mail in the place of an id is refused, and not kept in the audit log', async () => {
  const operator = await openOperator(server, ['readers:read'])
  expect((await operator.call('readers show', { id: 'jana@dennik.example' })).statusCode).toBe(400)
  const line = await newestLine(operator.name)
  expect(line).toMatchObject({ operation: 'readers show', outcome: 'refused' })
  expect(JSON.stringify(line)).not.toContain('jana')
})

describe('the list of operations', () => {
  it('R18.03 has each name, and each call, once', () => {
    const names = operations.map(operation => operation.name)
    expect(new Set(names).size).toBe(names.length)
    const calls = served.map(({ http }) => `${http?.method} ${http?.path.replaceAll(/:\w+/g, ':')}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('needs every scope that a token can be given, and describes every field', () => {
    expect([...new Set(operations.map(({ scope }) => scope))].sort()).toEqual([...scopes].sort())
  })
})
