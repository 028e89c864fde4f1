import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '#server/testing/setup/free-port.ts'
import { testWith } from '#server/testing/setup/test-with.ts'

const folder = join(import.meta.dirname, '../deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const work = mkdtempSync(join(tmpdir(), 'profil-proxies-'))
afterAll(() => rmSync(work, { recursive: true }))

/**
 * The whole configuration of an nginx that has our site, with all that it logs in `work`.
 *
 * @param ports instead of those of the example: 3000 is the server's, on which a demo may run
 */
function nginxWith(ports: Record<'80' | '443' | '3000', number>): string {
  const [key, certificate] = [join(work, 'key.pem'), join(work, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=noviny.sk',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
  const site = read('nginx/profil.conf')
    .replace('/etc/ssl/noviny.sk.pem', certificate)
    .replace('/etc/ssl/noviny.sk.key', key)
    .replaceAll('/var/log/nginx', work)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports['3000']}`)
    .replaceAll(/(?<=listen (?:\[::\]:)?)(80|443)\b/g, port => String(ports[port as '80' | '443']))
  const main = join(work, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${work}/${name};`,
  )
  writeFileSync(
    main,
    `daemon off;\npid ${work}/pid;\nerror_log ${work}/main.log;\nevents {}\nhttp {\naccess_log ${work}/access.log;\n${temporary.join('\n')}\n${site}\n}\n`,
  )
  return main
}

testWith(['nginx'], 'R15.06 nginx takes its example', () => {
  const main = nginxWith({ 80: 80, 443: 443, 3000: 3000 })
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', work, '-c', main], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
})

testWith(['caddy'], 'R15.06 Caddy takes its file', () => {
  const { status } = spawnSync(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    { env: { ...process.env, SITES: 'profil.noviny.sk, login.noviny.sk' } },
  )
  expect(status).toBe(0)
})

// What the server holds itself to (logRequests in server/app.ts): an address may be a secret, a reader's IP beside it.
test('R15.06 each proxy is told to log no request', () => {
  for (const name of readdirSync(join(folder, 'nginx'))) {
    const [, ...sites] = read(`nginx/${name}`).split(/^server \{$/m)
    expect(sites.length).toBeGreaterThan(0)
    for (const site of sites) {
      expect(site.match(/^ *access_log .*/gm)).toEqual(['  access_log off;'])
      expect(site.match(/^ *error_log .*/gm)).toEqual(['  error_log /var/log/nginx/error.log emerg;'])
    }
  }
  expect(read('Caddyfile').match(/^\s*log\b.*/gm)).toEqual(['\tlog {'])
  expect(read('Caddyfile')).toContain('\t\t\tfields {\n\t\t\t\trequest delete\n')
})

/** Runs a proxy, behind which no server answers, and asks on each port for a page with a secret; what it said. */
async function logOf(program: string, args: string[], ports: number[], env = {}): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, HOME: work, ...env } })
  let log = ''
  child.stderr.on('data', (piece: Buffer) => (log += piece.toString()))
  const statuses = []
  for (const port of ports) {
    const address = `http://127.0.0.1:${port}/login/new-password/SECRET`
    const asked = () => fetch(address, { redirect: 'manual' }).catch(() => undefined)
    statuses.push((await vi.waitUntil(asked, 10_000)).status)
  }
  const ended = once(child, 'exit')
  child.kill()
  await ended
  expect([502, 503]).toContain(statuses.at(-1))
  return log
}

testWith(
  ['nginx'],
  'R15.06 nginx finds the server that answers while they are restarted in turn',
  async () => {
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const
    const main = nginxWith({ 80: ports[0], 443: ports[1], 3000: ports[2] })
    const site = readFileSync(main, 'utf8').replaceAll(/ ssl http2(?=;)|^ *ssl_certificate.*/gm, '')
    writeFileSync(main, site.replace('# server 10.0.0.6:3000', `server 127.0.0.1:${ports[3]}`))
    const run = async (port: number) => {
      const server = createServer((_, response) => response.end())
      await once(server.listen(port, '127.0.0.1'), 'listening')
      return async () => {
        server.close().closeAllConnections()
        await once(server, 'close')
      }
    }
    const ask = () => fetch(`http://127.0.0.1:${ports[1]}/`).then(({ status }) => status)
    const proxy = spawn('nginx', ['-p', work, '-c', main])
    try {
      const stopSecond = await run(ports[3])
      await vi.waitUntil(() => ask().catch(() => undefined), 10_000)
      const whileFirstIsGone = [await ask(), await ask(), await ask(), await ask()]
      const stopFirst = await run(ports[2])
      await stopSecond()
      const whileSecondIsGone = [await ask(), await ask()]
      await stopFirst()
      expect([...whileFirstIsGone, ...whileSecondIsGone]).toEqual([200, 200, 200, 200, 200, 200])
    } finally {
      proxy.kill()
      await once(proxy, 'exit')
    }
  },
)

testWith(
  ['nginx'],
  'R15.06 nginx passes on no id of a request and no host that its client made up',
  async () => {
    const [plain, tls, behind] = [await freePort(), await freePort(), await freePort()]
    const main = nginxWith({ 80: plain, 443: tls, 3000: behind })
    writeFileSync(main, readFileSync(main, 'utf8').replaceAll(/ ssl http2(?=;)|^ *ssl_certificate.*/gm, ''))
    const server = createServer(({ headers }, response) =>
      response.end(JSON.stringify([headers['x-request-id'], headers['x-forwarded-host']])),
    )
    await once(server.listen(behind, '127.0.0.1'), 'listening')
    const proxy = spawn('nginx', ['-p', work, '-c', main])
    try {
      const headers = { 'x-request-id': 'forged', 'x-forwarded-host': 'evil.example' }
      const ask = () => fetch(`http://127.0.0.1:${tls}/`, { headers }).catch(() => undefined)
      const answer = await vi.waitUntil(ask, 10_000)
      expect(await answer.json()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), `127.0.0.1:${tls}`])
    } finally {
      proxy.kill()
      await once(proxy, 'exit')
      server.close().closeAllConnections()
    }
  },
)

testWith(['nginx'], 'R15.06 nginx writes neither what it was asked nor by whom', async () => {
  const [plain, tls] = [await freePort(), await freePort()]
  const main = nginxWith({ 80: plain, 443: tls, 3000: await freePort() })
  writeFileSync(main, readFileSync(main, 'utf8').replaceAll(/ ssl http2(?=;)|^ *ssl_certificate.*/gm, ''))
  await logOf('nginx', ['-p', work, '-c', main], [plain, tls])
  const logs = readdirSync(work).filter(name => name.endsWith('.log'))
  expect(logs).toContain('error.log')
  const written = logs.map(name => readFileSync(join(work, name), 'utf8')).join('')
  expect(written).not.toMatch(/SECRET|127\.0\.0\.1/)
})

testWith(
  ['caddy'],
  'R15.06 Caddy writes of an error without what it was asked and by whom',
  async () => {
    const port = await freePort()
    const file = join(work, 'Caddyfile')
    writeFileSync(file, read('Caddyfile').replace('{', '{\n\tadmin off'))
    const args = ['run', '--adapter', 'caddyfile', '--config', file]
    const log = await logOf('caddy', args, [port], { SITES: `http://127.0.0.1:${port}` })
    expect(log).toContain('"logger":"http.log.error"')
    expect(log).not.toMatch(/SECRET|"remote_/)
  },
  20_000,
)
