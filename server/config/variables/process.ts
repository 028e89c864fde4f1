import { compile } from '@fastify/proxy-addr'
import * as z from 'zod'
import { collectorAddress } from '#contract/error-reports/error-report.ts'
import { keyFault, secretFault } from '../production-faults.ts'
import { atLeast, oneOf, optional, port, text, wholeNumber, withFallback, words } from '../variable.ts'

const postgres = { schema: z.url({ protocol: /^postgres(ql)?$/ }), form: 'an address of PostgreSQL' }

const proxies = { schema: words.schema.refine(areAddresses), form: 'addresses separated by commas' }

function areAddresses(list: string[]): boolean {
  try {
    return Boolean(compile(list))
  } catch {
    return false
  }
}

/** Settings of a process, and secrets that all processes of one installation share. */
export const processVariables = {
  MODE: withFallback(oneOf('demo', 'production'), 'demo', {
    what: 'how it runs',
    more: '`demo`: demo publisher, mailbox, movable clock. `production`: none of these, and every secret must be given',
  }),
  HOST: withFallback(text, 'localhost', {
    what: 'where to listen',
    more: '`localhost` is both loopbacks, 127.0.0.1 and ::1 (where there is IPv6)',
  }),
  PORT: withFallback(port, '3000', { what: 'the port there' }),
  BACKGROUND: withFallback(oneOf('on', 'off'), 'on', {
    what: 'whether the process does anything besides answering',
    more: '`off`: no charge, no mail, no text message, nothing asked of the gateway but what became of a payment. What it would do is kept, and done once a process runs without it. A worker does not start with it',
  }),
  DATA_DIR: withFallback(text, 'data', {
    what: 'folder of the embedded PostgreSQL and of the demo’s secrets',
  }),
  DATABASE_URL: optional(postgres, {
    what: 'your own PostgreSQL, 15 or later',
    more: 'then none is embedded',
    unset: 'embedded',
    example: 'postgres://profil:PASSWORD@db.noviny.sk:5432/profil',
    production: 'needed',
  }),
  DATABASE_DIRECT_URL: optional(postgres, {
    what: 'where connections keep their session, when `DATABASE_URL` is a pooler in transaction mode, such as PgBouncer',
    more: 'migrations, the queue and what listens take this one; see [docs/scale.md](scale.md)',
    unset: '`DATABASE_URL`',
    example: 'postgres://profil:PASSWORD@db.noviny.sk:6432/profil_sessions',
  }),
  LOG_LEVEL: withFallback(oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'warn', {
    what: 'from which level on it logs',
    more: '`trace` … `fatal`, `silent`',
  }),
  TRUSTED_PROXIES: withFallback(proxies, '', {
    what: 'addresses of your proxies, by commas',
    example: '10.0.0.5,172.30.84.0/24',
    more: 'only their `X-Forwarded-*` count',
    unset: 'none',
  }),
  MAX_CONNECTIONS: withFallback(wholeNumber(100, 100_000), '10000', {
    what: 'connections that a server holds at once',
    more: 'streams among them; whoever comes beyond them is cut off',
  }),
  APP_SECRET: optional(atLeast(32), {
    what: 'at least 32 random characters that key links, codes and limits; the same in all processes',
    unset: 'demo: made once in `DATA_DIR`',
    cure: 'npm run make-secrets prints one',
    production: 'needed',
    fault: secretFault,
  }),
  TOKEN_SIGNING_KEY: optional(text, {
    what: 'private key that signs the sessions, a JWK of P-256; the same in all processes',
    unset: 'demo: made once in `DATA_DIR`',
    cure: 'npm run make-secrets prints one',
    production: 'needed',
    fault: keyFault,
  }),
  TOKEN_FORMER_KEYS: optional(text, {
    what: 'a JSON list of keys that signed before it',
    more: 'their tokens stay good, and `/.well-known/jwks.json` goes on publishing them; how to change the key is in [docs/running.md](running.md)',
    unset: 'none',
  }),
  ENVIRONMENT: optional(text, {
    what: 'name of this installation, e.g. `staging`',
    more: 'it goes to the layout’s host and into reports of errors. `local`: a developer’s machine, which reports none',
    unset: 'demo: `local`; otherwise `production`',
  }),
  SENTRY_DSN: optional(
    {
      schema: z.string().refine(dsn => collectorAddress(dsn) !== undefined),
      form: 'an address with a key and a project',
    },
    {
      what: 'where errors of the server and of the browsers are reported, by Sentry’s protocol',
      more: 'a report tells the kind of error and its place in the program, never its message',
      unset: 'errors are in the log only',
      example: 'https://KEY@errors.example/1',
    },
  ),
  METRICS_TOKEN: optional(atLeast(16), {
    what: 'what Prometheus bears as a bearer token to read `/metrics`',
    unset: 'demo: it answers on its own machine; otherwise nobody',
  }),
  WORKER_PORT: optional(port, {
    what: 'port on which a worker answers `/healthz`, `/readyz` and `/metrics`',
    unset: 'it listens nowhere',
  }),
} as const
