import { join } from 'node:path'
import { build } from 'vite'
import { precompress } from './precompress.ts'

/** Builds the two documents of web/ into dist/web, with compressed copies of what they load. */
export async function buildWeb(root: string): Promise<void> {
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await precompress(join(root, 'dist/web'))
}
