import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { OrderTerms, readOrderTerms } from '#contract/orders/order-terms.ts'
import { isProcessAlive } from '#server/platform/embedded-postgres/process.ts'
import { agreementTo } from '../journeys/agreed-terms.ts'
import { freePort } from './free-port.ts'
import { type Program, startProgram } from './start-program.ts'
import { testPassword } from './test-browser.ts'

/** One process of a cluster over one database; it can be killed and restarted. */
export type Member = {
  /** Address of a server; a worker has none. */
  url: string
  start: () => Promise<void>
  kill: () => Promise<void>
  isAlive: () => boolean
}

/**
 * Two servers and two workers over one database, none of them started yet.
 *
 * @param given what all of them are told beside their ports
 */
export async function createCluster(given: Record<string, string>) {
  const ports = [await freePort(), await freePort()]
  const [first = 0] = ports
  const environment = {
    MODE: 'demo',
    HOST: '127.0.0.1',
    // One account area, whichever of them answers.
    PUBLIC_URL: `http://127.0.0.1:${first}`,
    LOG_LEVEL: 'silent',
    // Readers come from addresses of their own, since limits count by address.
    TRUSTED_PROXIES: '127.0.0.1',
    ...given,
  }
  const member = (program: 'main' | 'worker', port: number): Member => {
    let running: Program | undefined
    return {
      url: `http://127.0.0.1:${port}`,
      start: async () => {
        // A repeated test starts it again.
        await running?.kill('SIGKILL')
        running = await startProgram(program, { environment: { ...environment, PORT: String(port) } })
      },
      kill: async () => {
        await running?.kill('SIGKILL')
      },
      isAlive: () => running !== undefined && isProcessAlive(running.pid),
    }
  }
  const servers = ports.map(port => member('main', port))
  const workers = ports.map(port => member('worker', port))
  return { servers, workers, all: [...servers, ...workers], origin: environment.PUBLIC_URL }
}

export type Cluster = Awaited<ReturnType<typeof createCluster>>

/**
 * A reader's answer of a server, with the milliseconds that it took; undefined when there was none: it was killed, or is not
 * there.
 */
export type Answer = { status: number; body: unknown; mayRetry: boolean; tookMs: number } | undefined

const Offers = z.object({ items: z.array(z.object({ code: z.string() })) })

/** A reader over HTTP, who may turn to any server. */
export type HttpReader = {
  userId: number
  ask: (server: Member, method: 'GET' | 'POST' | 'PUT', path: string, json?: object) => Promise<Answer>
  /** Codes of what is offered for a subscription, best first; none where there was no answer. */
  offers: (server: Member, subscriptionId: number) => Promise<string[]>
  /** Accepts what is offered under a path, as agreed over the button. */
  accept: (server: Member, path: string) => Promise<Answer>
}

/**
 * Signs a reader of `testPassword` in.
 *
 * @param origin of the account area
 * @param ip address that the reader seems to come from
 */
export async function signInOverHttp(
  server: Member,
  origin: string,
  reader: { id: number; email: string },
  ip: string,
): Promise<HttpReader> {
  const headers = { origin, 'x-forwarded-for': ip }
  const post = () =>
    fetch(`${server.url}/login`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email: reader.email, password: testPassword }),
    })
  let answer = await post()
  // A server that has too much to do says so.
  for (let tries = 0; answer.status === 503 && tries < 10; tries++) {
    await pause(1000)
    answer = await post()
  }
  if (answer.status !== 204) throw new Error(`Signing in answered ${answer.status}`)
  const cookie = answer.headers
    .getSetCookie()
    .map(each => each.split(';', 1)[0])
    .join('; ')
  const fetched = async (url: string, init: RequestInit = {}): Promise<Answer> => {
    const asked = performance.now()
    try {
      const answer = await fetch(url, init)
      const text = await answer.text()
      return {
        status: answer.status,
        body: text === '' ? undefined : JSON.parse(text),
        mayRetry: answer.headers.has('retry-after'),
        tookMs: performance.now() - asked,
      }
    } catch {
      return undefined
    }
  }
  const ask: HttpReader['ask'] = (server, method, path, json = {}) =>
    fetched(`${server.url}/rest/api/prv/v1/users/${reader.id}/${path}`, {
      method,
      headers: {
        ...headers,
        cookie,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(json) }),
    })
  return {
    userId: reader.id,
    ask,
    offers: async (server, subscriptionId) => {
      const list = Offers.safeParse(
        (await ask(server, 'GET', `subscriptions/${subscriptionId}/offers`))?.body,
      )
      return (list.data?.items ?? []).map(({ code }) => code)
    },
    accept: async (server, path) => {
      const terms = OrderTerms.safeParse((await fetched(`${server.url}${readOrderTerms.path}`))?.body)
      return terms.success ? ask(server, 'POST', path, { agreed: agreementTo(terms.data) }) : undefined
    },
  }
}
