import type { LightMyRequestResponse } from 'fastify'
import type { Operation } from '#server/ops/operation.ts'
import { pathFields } from '#server/ops/operation-input.ts'
import { operations } from '#server/ops/operations.ts'
import { performOperation } from '#server/ops/perform-operation.ts'
import type { Scope } from '#server/ops/scopes.ts'
import { operationsPath } from '#server/ops/serve-operations.ts'
import type { TestApp } from '../setup/test-app.ts'

let made = 0

/** The command line's operator. */
const commandLine = { name: 'command line (tester)' }

/** The operation of a name; a test that misspells it fails. */
export function operationOf(name: string): Operation {
  const found = operations.find(operation => operation.name === name)
  if (!found) throw new Error(`There is no operation ${name}`)
  return found
}

/** Does an operation as on the command line. */
export const operate = (
  server: Pick<TestApp, 'payments'>,
  name: string,
  input: Record<string, unknown>,
): Promise<unknown> =>
  performOperation(server.payments, operationOf(name), {
    by: commandLine,
    requestId: crypto.randomUUID(),
    input,
  })

/**
 * A program of the publisher with a token of its own, which calls operations over HTTP.
 *
 * @param scopes what its token may do
 */
export async function openOperator(server: TestApp, scopes: readonly Scope[], ip = '10.0.0.1') {
  const name = `program-${process.pid}-${made++}`
  const created = await operate(server, 'tokens create', { name, scopes })
  const token = String(typeof created === 'object' && created && 'token' in created && created.token)
  return {
    name,
    token,
    /** Does an operation by its name. */
    call: (operationName: string, input: Record<string, unknown> = {}): Promise<LightMyRequestResponse> =>
      callOperation(server, operationOf(operationName), input, { ip, authorization: `Bearer ${token}` }),
  }
}

/** Sends an input where its parts travel: in the path, the query, or the body. */
export function callOperation(
  server: Pick<TestApp, 'app'>,
  operation: Operation,
  input: Record<string, unknown>,
  sent: { ip?: string; authorization?: string },
): Promise<LightMyRequestResponse> {
  const { http, file } = operation
  if (http === null) throw new Error(`${operation.name} is on the command line only`)
  const inPath = pathFields(operation)
  const path = inPath.reduce<string>(
    (made, name) => made.replace(`:${name}`, encodeURIComponent(String(input[name]))),
    http.path,
  )
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name) && name !== file)
  const isInQuery = file !== undefined || http.method === 'GET' || http.method === 'DELETE'
  const query = isInQuery
    ? `?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString()}`
    : ''
  const bytes = file === undefined ? undefined : input[file]
  const body =
    bytes instanceof Uint8Array
      ? Buffer.from(bytes)
      : isInQuery
        ? undefined
        : JSON.stringify(Object.fromEntries(rest))
  return server.app.inject({
    method: http.method,
    url: `${operationsPath}${path}${query}`,
    remoteAddress: sent.ip ?? '10.0.0.1',
    headers: {
      ...(sent.authorization === undefined ? {} : { authorization: sent.authorization }),
      ...(body === undefined
        ? {}
        : { 'content-type': file === undefined ? 'application/json' : 'application/octet-stream' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
}
