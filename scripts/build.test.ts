import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const release = mkdtempSync(join(tmpdir(), 'profil-release-'))
afterAll(() => rmSync(release, { recursive: true }))

test('R15.06 a release that is started with another brand says so, and keeps the pages that it has', () => {
  for (const part of ['package.json', 'scripts', 'server/config', 'server/platform/process']) {
    cpSync(join(root, part), join(release, part), { recursive: true })
  }
  mkdirSync(join(release, 'dist/web'), { recursive: true })
  mkdirSync(join(release, 'brands/another'), { recursive: true })
  const stamp = join(release, 'dist/web.built')
  writeFileSync(stamp, 'with the former brand')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: release,
    env: { BRAND_DIR: 'brands/another' },
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    expect.stringMatching(/^This release was made with another BRAND_DIR.* \(the pages\): .+\n$/),
  ])
  expect(readFileSync(stamp, 'utf8')).toBe('with the former brand')
})
