import type pg from 'pg'
import * as z from 'zod'
import { pathFields } from '#server/ops/operation-input.ts'
import { operations } from '#server/ops/operations.ts'
import { scopes } from '#server/ops/scopes.ts'
import { operationsPath } from '#server/ops/serve-operations.ts'
import { hashToken, randomToken } from '#server/platform/secrets.ts'
import { moment } from './readers.ts'

export type Call = { url: string; init: RequestInit }

const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
const Key = z.union([z.string(), z.number()]).optional()
const Items = z.object({ items: z.array(z.object({ id: Key, subscription_id: Key, code: Key })) })

const ownPath = '/rest/api/prv/v1/users/{userId}'

/** Every GET of a reader that the API's description lists; a path's parameter is the first thing of its list. */
export async function readersCalls(
  origin: string,
  { cookie, userId }: { cookie: string; userId: string },
): Promise<Map<string, Call>> {
  const init = { headers: { cookie } }
  const { paths } = Description.parse(await (await fetch(`${origin}/openapi.json`)).json())
  const calls = new Map<string, Call>()
  for (const [path, methods] of Object.entries(paths)) {
    // A document is drawn, by the processor, and so many in an hour only.
    if (!path.startsWith(ownPath) || !('get' in methods) || path.endsWith('.pdf')) continue
    const url = await urlOf(origin, path.replace('{userId}', userId).replace('{kind}', 'author'), init)
    if (url !== undefined) calls.set(`GET ${path.replace(ownPath, '…')}`, { url, init })
  }
  return calls
}

/** An address with its parameters; undefined where a list is empty that one of them is taken from. */
async function urlOf(origin: string, path: string, init: RequestInit): Promise<string | undefined> {
  const [, list, parameter, rest = ''] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(path) ?? []
  if (list === undefined || parameter === undefined) return `${origin}${path}`
  const answer = await fetch(`${origin}${list}`, init)
  const [first] = answer.ok ? (Items.safeParse(await answer.json()).data?.items ?? []) : []
  const value = first?.id ?? first?.subscription_id ?? first?.code
  return value === undefined ? undefined : urlOf(origin, `${list}/${value}${rest}`, init)
}

/** Of a month with so many sales only the sums are told at once; lists are by day. */
const month = moment.toPlainDate().subtract({ months: 1 }).toPlainYearMonth().toString()

/** What support looks for: by the beginning, by a part, by a word that many have, by a part that all have. */
const searches = [
  { email: 'jana.kovac' },
  { email: '4321@' },
  { email: 'hudak.12' },
  { email: '@firma.example' },
  { email: '.example' },
  { name: 'Ďurica' },
  { name: 'zuzana kovac' },
  { name: 'ová' },
  { foreign_id: 'crm-7' },
  { phone: '0900000007' },
  { nickname: 'citatel5' },
  { variable_symbol: '9000000009' },
]

/**
 * Headers of a program that has all scopes, for a day.
 *
 * @param database into which its token is written
 */
export async function operatorHeaders(database: pg.ClientBase): Promise<{ authorization: string }> {
  const token = randomToken(256)
  await database.query(
    `insert into operator_tokens (name, hash, scopes, created_at, created_by, expires_at)
     values ('bench ' || gen_random_uuid(), $1, $2, now(), 'bench', now() + interval '1 day')`,
    [hashToken(token), scopes],
  )
  return { authorization: `Bearer ${token}` }
}

/**
 * Every operation that only reads, by its name, as a program with all scopes calls it.
 *
 * @param database into which its token is written
 */
export async function operationCalls(origin: string, database: pg.Client): Promise<Map<string, Call>> {
  const headers = { ...(await operatorHeaders(database)), 'content-type': 'application/json' }
  const calls = new Map<string, Call>()
  for (const operation of operations) {
    const { name, http, kind } = operation
    if (kind !== 'read' || http === null) continue
    const isList = name !== 'accounting vat'
    const values: Record<string, string> = {
      id: name === 'coupons read' ? '1' : '7',
      month: isList ? `${month}-15` : month,
      flag: 'web',
    }
    const path = pathFields(operation).reduce(
      (made, field) => made.replace(`:${field}`, values[field] ?? ''),
      http.path,
    )
    const url = `${origin}${operationsPath}${path}`
    if (http.method === 'POST') {
      for (const search of searches) {
        calls.set(`${name} ${JSON.stringify(search)}`, {
          url,
          init: { method: 'POST', headers, body: JSON.stringify(search) },
        })
      }
    } else {
      const query = name === 'readers check-access' ? '?flag=web' : ''
      calls.set(name, {
        url: `${url}${query}`,
        init: { headers: { authorization: headers.authorization } },
      })
    }
  }
  return calls
}
