import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoSecrets } from './secrets.ts'

test('race: twenty starts at once in an empty data folder use the same secrets, and so does the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'profil-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  const made = await Promise.all(Array.from({ length: 20 }, () => demoSecrets(dataDir)))
  expect(new Set(made.map(({ tokenSigningKey }) => tokenSigningKey)).size).toBe(1)
  expect(new Set(made.map(({ appSecret }) => appSecret)).size).toBe(1)
  expect(await demoSecrets(dataDir)).toEqual(made[0])
  expect(readdirSync(dataDir)).toEqual(['demo-secrets.json'])
  expect(statSync(join(dataDir, 'demo-secrets.json')).mode & 0o777).toBe(0o600)
})
