import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Deps } from '#server/platform/deps.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { hashOfNobody } from './hash-password.ts'

/**
 * The hash that is verified for an address without a password, against timing attacks. Hashes of a former system take
 * other times than ours, so it is some reader's, always the same for an address: the times spread like real ones.
 */
export async function findDecoyHash(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  email: string,
): Promise<string> {
  const key = Buffer.from(keyedHash(settings.appSecret, 'decoy-hash', email), 'base64url')
  const share = key.readUInt32BE() / 2 ** 32
  const { rows } = await db.execute(sql`
    select password_hash as hash from users
    where password_hash is not null and id > floor(${share}::float8 * (select max(id) from users))::int
    order by id limit 1`)
  return z.object({ hash: z.string() }).optional().parse(rows[0])?.hash ?? hashOfNobody
}
