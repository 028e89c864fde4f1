import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { variables } from '#server/config/environment.ts'
import { largestFile } from '#server/ops/serve-operations.ts'
import { productionEnvironment } from '#server/testing/make/production-environment.ts'
import { freePort } from '#server/testing/setup/free-port.ts'
import { testWith } from '#server/testing/setup/test-with.ts'

const folder = join(import.meta.dirname, '../deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const work = mkdtempSync(join(tmpdir(), 'profil-deploy-'))
afterAll(() => rmSync(work, { recursive: true }))

const given = parseEnv(read('profil.env.example'))
const units = readdirSync(join(folder, 'systemd')).map(name => `systemd/${name}`)
const places = { port: variables['PORT']?.fallback, workerPort: given['WORKER_PORT'] }

/** Variables that a file sets for our programs. */
const setBy: Record<string, RegExp> = {
  Dockerfile: /(?<=^ENV .*)\b[A-Z_]+(?==)/gm,
  'compose.yaml':
    /(?<=^x-environment: &environment\n(?: {2}.*\n)*? {2})[A-Z_]+(?=:)|(?<=<<: \*environment, )[A-Z_]+/gm,
  'systemd/profil-server.service': /(?<=^Environment=)[A-Z_]+/gm,
  'systemd/profil-worker.service': /(?<=^Environment=)[A-Z_]+/gm,
}

test('R15.06 the list of what production needs is whole, and production starts with it', async () => {
  const needed = Object.keys(variables).filter(name => variables[name]?.production === 'needed')
  expect(needed.filter(name => !(name in given))).toEqual([])
  expect(
    Object.keys(given).filter(name => variables[name]?.production !== 'never' && !(name in variables)),
  ).toEqual([])
  const { APP_SECRET, TOKEN_SIGNING_KEY } = await productionEnvironment()
  const secrets = { APP_SECRET, TOKEN_SIGNING_KEY }
  expect(loadConfig({ ...given, ...secrets })).toMatchObject({
    mode: 'production',
    port: 3000,
    host: '127.0.0.1',
  })
})

test.each(Object.entries(setBy))(
  'R15.06 %s sets nothing but variables that production knows',
  (file, pattern) => {
    const names = [...read(file).matchAll(pattern)].map(([name]) => name)
    expect(names.length).toBeGreaterThan(0)
    const ofNode = ['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']
    expect(
      names.filter(
        name =>
          !ofNode.includes(name) &&
          (variables[name]?.production ?? 'never') === 'never' &&
          !(name in variables),
      ),
    ).toEqual([])
  },
)

test('R15.06 all files agree on ports and programs', () => {
  const { port, workerPort } = places
  expect(given['PORT']).toBe(port)
  expect(read('Dockerfile')).toContain(`EXPOSE ${port}\n`)
  expect(read('compose.yaml')).toContain(`PORT: ${port} }`)
  expect(read('compose.yaml')).toContain(`WORKER_PORT: ${workerPort} }`)
  const servers = read('compose.yaml').match(/(?<=^ {2})server-[a-z](?=:)/gm) ?? []
  expect(servers.length).toBeGreaterThan(1)
  expect(read('compose.yaml')).toContain(`depends_on: [${servers.join(', ')}]`)
  // By name: Caddy checks no upstream that it looks up (`dynamic`).
  const [, asked, check] =
    /reverse_proxy (.+) \{\n(?:\t+#.*\n)*\t+health_uri (\S+)\n/.exec(read('Caddyfile')) ?? []
  expect([asked?.split(' '), check]).toEqual([servers.map(name => `${name}:${port}`), '/healthz'])
  expect(read('nginx/profil.conf')).toContain(`server 127.0.0.1:${port} `)
  const files = ['Dockerfile', 'compose.yaml', ...units]
  const programs = files.flatMap(file => read(file).match(/scripts\/[\w.-]+\.(?:mjs|ts)/g) ?? [])
  expect(new Set(programs)).toEqual(
    new Set(['scripts/install-if-needed.mjs', 'scripts/start.mjs', 'scripts/run-worker.ts']),
  )
  expect(programs.filter(program => !existsSync(join(folder, '..', program)))).toEqual([])
})

test('R15.06 what compose builds its image with is what all programs are started with', () => {
  const compose = read('compose.yaml')
  const [brand] = /(?<=args: \{ BRAND_DIR: ).+(?= \}$)/m.exec(compose) ?? []
  expect(brand).toBe('"${BRAND_DIR:-}"')
  expect(compose).toMatch(/^x-environment: &environment\n(?: {2}.*\n)*? {2}BRAND_DIR: "\$\{BRAND_DIR:-\}"$/m)
  expect(compose.match(/<<: \*profil$/gm)).toHaveLength(
    compose.match(/environment: \{ <<: \*environment, /g)?.length ?? 0,
  )
  // An empty line of the file would take the place of what the image was built with.
  expect(given).not.toHaveProperty('BRAND_DIR')
})

test.each([
  ['a server', 'PORT', 0],
  ['a worker', 'WORKER_PORT', 0],
  ['a program that does not answer', undefined, 1],
])('R15.06 with both ports set the image’s health check of %s on %s ends with %i', async (_, own, status) => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? 200 : 404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const elsewhere = String(await freePort())
  const ports = { PORT: elsewhere, WORKER_PORT: elsewhere, ...(own && { [own]: String(port) }) }
  const [, check = ''] = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(read('Dockerfile')) ?? []
  const [, ...args] = JSON.parse(check) as string[]
  const [code] = (await once(spawn(process.execPath, args, { env: ports }), 'exit')) as [number]
  server.close()
  expect(code).toBe(status)
})

test('R15.06 nginx passes on what the server takes: the largest file, the host with its port, a second backend', () => {
  const site = read('nginx/profil.conf')
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(site) ?? []
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThanOrEqual(largestFile)
  expect(site).toContain('proxy_set_header Host $http_host;')
  expect(site).toMatch(/upstream profil \{\n(?: {2}.*\n)*? {2}# server [\d.]+:3000 /)
  expect(site).toMatch(/listen 80;[^}]*return 301 https:\/\/\$host\$request_uri;/)
  // `http2 on;` is unknown to Debian 12's 1.22.
  expect(site).not.toMatch(/^\s*http2 on;/m)
})

test('R15.06 the programs are not root and write nothing, wherever they run', () => {
  expect(read('Dockerfile')).toMatch(/\nUSER node\n/)
  for (const line of ['read_only: true', 'cap_drop: [ALL]']) expect(read('compose.yaml')).toContain(line)
  for (const unit of units) {
    for (const line of [
      'User=profil',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
    ]) {
      expect(read(unit).split('\n')).toContain(line)
    }
  }
})

test('R15.06 each folder that a build reads goes into the release and into the image', () => {
  const release = /(?<=^cp -R ).+(?= "\$release"$)/m.exec(read('make-release.sh'))?.[0].split(' ') ?? []
  const image = read('Dockerfile.dockerignore').match(/(?<=^!).+/gm) ?? []
  const built = [
    'brands',
    'contract',
    'db',
    'locales',
    'package-lock.json',
    'package.json',
    'scripts',
    'server',
    'vite.config.ts',
    'web',
  ]
  expect(release).toEqual(expect.arrayContaining([...built, 'dist']))
  expect(image).toEqual(expect.arrayContaining([...built, 'deploy/make-release.sh']))
})

// The units start /usr/bin/node.
testWith(['systemd-analyze', '/usr/bin/node'], 'R15.06 systemd takes the units', () => {
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', ...units.map(unit => join(folder, unit))],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, ''])
})

/** The whole configuration of an nginx that has our site, with all that it logs in `work`. */
function nginxWith(ports: Record<'80' | '443', number>): string {
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
  const main = nginxWith({ 80: 80, 443: 443 })
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
    const main = nginxWith({ 80: ports[0], 443: ports[1] })
    const site = readFileSync(main, 'utf8').replaceAll(/ ssl http2(?=;)|^ *ssl_certificate.*/gm, '')
    const backend = (at: string, port: number) => [`server ${at}:3000`, `server 127.0.0.1:${port}`] as const
    const both = site
      .replace(...backend('127.0.0.1', ports[2]))
      .replace(`# ${backend('10.0.0.6', 0)[0]}`, backend('', ports[3])[1])
    writeFileSync(main, both)
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

testWith(['nginx'], 'R15.06 nginx writes neither what it was asked nor by whom', async () => {
  const [plain, tls] = [await freePort(), await freePort()]
  const main = nginxWith({ 80: plain, 443: tls })
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
