import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build } from 'vite'
import { precompress } from '../scripts/precompress.ts'

/** The floor of a page: the same React, static content, the same way of serving, nothing else. */
export async function startFloorPage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'profil-floor-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'floor-page'),
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  })
  await precompress(outDir, /./)
  const app = Fastify()
  await app.register(fastifyStatic, {
    root: join(outDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    setHeaders: reply => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  const html = readFileSync(join(outDir, 'index.html'), 'utf8')
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    stop: async () => {
      await app.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
