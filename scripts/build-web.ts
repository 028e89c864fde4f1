import { join } from 'node:path'
import { build } from 'vite'
import { precompress } from './precompress.ts'

/**
 * Builds the two documents of web/ into dist/web, with compressed copies of what they load, and into dist/web/render what
 * the server renders the login and the shop with: one module that needs no package, and its style.
 */
export async function buildWeb(root: string): Promise<void> {
  const configFile = join(root, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  // The file of the first paint, whose last bytes decide on a round trip (decision 092). All others together would lose 0.1 %.
  await precompress(join(root, 'dist/web'), /^shared-/)
  await build({
    configFile,
    logLevel: 'warn',
    // What one request would leave there, another would find: a server has no storage.
    define: {
      'process.env.NODE_ENV': '"production"',
      localStorage: 'undefined',
      sessionStorage: 'undefined',
    },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'web/login/render.tsx'),
      outDir: join(root, 'dist/web/render'),
      ssrEmitAssets: true,
      manifest: false,
      cssCodeSplit: false,
    },
  })
}
