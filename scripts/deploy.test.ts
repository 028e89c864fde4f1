import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { variables } from '#server/config/environment.ts'
import { largestFile } from '#server/ops/serve-operations.ts'
import { productionEnvironment } from '#server/testing/make/production-environment.ts'
import { freePort } from '#server/testing/setup/free-port.ts'
import { testWith } from '#server/testing/setup/test-with.ts'

const folder = join(import.meta.dirname, '../deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

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
