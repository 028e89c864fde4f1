import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod'
import { hasCode } from '#server/platform/has-code.ts'
import { randomToken } from '#server/platform/secrets.ts'

const Secrets = z.object({ appSecret: z.string().min(32), tokenSigningKey: z.string() })

/**
 * The demo's own secrets, made once and kept in its data folder, so that sessions survive a restart. Production
 * takes its secrets from the environment only.
 *
 * @param dataDir the data folder; made when missing
 */
export async function demoSecrets(dataDir: string): Promise<z.infer<typeof Secrets>> {
  const file = join(dataDir, 'demo-secrets.json')
  const kept = read(file)
  if (kept) return kept
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const secrets = {
    appSecret: randomToken(256),
    tokenSigningKey: JSON.stringify(await exportJWK(privateKey)),
  }
  mkdirSync(dataDir, { recursive: true })
  // Whole from the beginning, and never replaced: of several processes that start at once all use those of the first.
  const draft = join(dataDir, `demo-secrets-${randomToken(64)}.json`)
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return read(file) ?? secrets
}

function read(file: string): z.infer<typeof Secrets> | undefined {
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return undefined
  }
}
