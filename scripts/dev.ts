// Development: Vite answers the pages and their sources with hot reload; all else goes to the API server, which is
// restarted when its sources change.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { accountAreaPaths, isPathOf } from '../contract/routes.ts'
import { StartupError } from '../server/platform/process/startup-error.ts'
import { endWith } from './end-with.ts'

const root = join(import.meta.dirname, '..')
const pagesPort = Number(process.env['PORT'] ?? 5173)
const apiPort = pagesPort + 1
const origin = `http://localhost:${pagesPort}`

/** Paths that Vite serves itself: its own modules, and source files. */
const VITE_PATHS =
  /^\/(@vite|@id|@fs|@react-refresh|node_modules\/|__x00__|app\/|features\/|lib\/|login\/.*\.(tsx?|css)|pages\/|ui\/|virtual:|\.vite)/
const LOGIN_PAGES =
  /^(\/login(\/(registration|forgotten-password|(activate|new-password|invitation|gift)\/[^/.]+))?|\/obchod(\/[^/.]+)?)$/

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  plugins: [documents()],
  server: {
    host: '127.0.0.1',
    port: pagesPort,
    strictPort: true,
    proxy: { '^/': { target: `http://127.0.0.1:${apiPort}`, bypass: keepForVite } },
  },
})
await vite
  .listen()
  .catch(() =>
    endWith(
      new StartupError(
        `Port ${pagesPort} is taken: stop the program that uses it, or choose another one, e.g. PORT=${pagesPort + 10} npm run dev.`,
      ),
    ),
  )
const api = startApi()
console.log(
  `\nPages with hot reload: ${origin} (the API is behind it, on port ${apiPort})\nTo stop press Ctrl-C.\n`,
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(api, vite))

/** Each address of the account area and of the login answers with its document; everything else asks the API. */
function documents(): Plugin {
  return {
    name: 'documents',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const document = request.method === 'GET' ? documentOf(request.url ?? '/') : undefined
        if (document === undefined) return next()
        void answer(server, document, request.url ?? '/').then(html => {
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(html)
        }, next)
      })
    },
  }
}

async function answer(server: ViteDevServer, document: string, url: string): Promise<string> {
  const html = await readFile(join(root, 'web', document), 'utf8')
  // The document uses relative paths, but is served at deeper addresses.
  return await server.transformIndexHtml(`/${document}`, html.replaceAll('="./', '="/'), url)
}

function documentOf(url: string): string | undefined {
  const path = url.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1')
  if (accountAreaPaths.some(each => isPathOf(each, path))) return 'index.html'
  return LOGIN_PAGES.test(path) ? 'login.html' : undefined
}

/** Vite's proxy bypass: a returned path is served by Vite, undefined goes to the API server. */
function keepForVite(request: IncomingMessage): string | undefined {
  return VITE_PATHS.test(request.url ?? '/') ? request.url : undefined
}

function startApi(): ChildProcess {
  const args = [
    '--watch-path=server',
    '--watch-path=contract',
    '--watch-path=locales',
    '--watch-preserve-output',
  ]
  const child = spawn(process.execPath, [...args, 'scripts/run-server.ts', '--sources'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort), PUBLIC_URL: origin },
  })
  child.once('exit', code => process.exit(code ?? 0))
  return child
}

async function stop(api: ChildProcess, vite: ViteDevServer): Promise<void> {
  await vite.close()
  api.kill('SIGTERM')
}
