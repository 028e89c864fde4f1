import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod'
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
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const secrets = {
    appSecret: randomToken(256),
    tokenSigningKey: JSON.stringify(await exportJWK(privateKey)),
  }
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
