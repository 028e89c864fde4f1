import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { variables } from '#server/config/environment.ts'
import { largestFile } from '#server/ops/serve-operations.ts'
import { productionEnvironment } from '#server/testing/make/production-environment.ts'
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
  expect(read('Caddyfile')).toContain(`dynamic a server ${port} {`)
  expect(read('nginx/profil.conf')).toContain(`server 127.0.0.1:${port} `)
  const files = ['Dockerfile', 'compose.yaml', ...units]
  const programs = files.flatMap(file => read(file).match(/scripts\/[\w.-]+\.(?:mjs|ts)/g) ?? [])
  expect(new Set(programs)).toEqual(
    new Set(['scripts/install-if-needed.mjs', 'scripts/start.mjs', 'scripts/run-worker.ts']),
  )
  expect(programs.filter(program => !existsSync(join(folder, '..', program)))).toEqual([])
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

testWith(['nginx'], 'R15.06 nginx takes its example', () => {
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
  const main = join(work, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${work}/${name};`,
  )
  writeFileSync(
    main,
    `pid ${work}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`,
  )
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
