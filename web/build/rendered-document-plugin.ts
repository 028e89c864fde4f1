import { join } from 'node:path'
import type { Plugin } from 'vite'
import { inlinedCall } from './inlined-call.ts'

/**
 * Vite plugin: what the built document of the login loads waits until the page that the server has rendered into it is
 * painted, or 3 seconds. A press before the scripts have come is kept and given back to them, also one of a link that may
 * carry the query on, which the server has not rendered; the next press tries again when they could not be loaded. Its style is inlined by the
 * server, of which the fonts count from then on.
 *
 * @param web folder of the pages
 */
export function renderedDocument(web: string): Plugin {
  return {
    name: 'rendered-document',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle }) {
        if (!bundle || !path.endsWith('login.html')) return html
        const addresses = (tag: RegExp) => [...html.matchAll(tag)].map(([, address = '']) => address)
        // The entry comes last, after what it imports.
        const scripts = [...addresses(preloaded), ...addresses(entry)]
        const beginAfterPaint = await inlinedCall(join(web, 'login/begin-after-paint.ts'))
        const first = `<script nonce="__CSP_NONCE__">${beginAfterPaint(scripts)}</script>`
        return html.replaceAll(loading, '').replace('</body>', () => `${first}</body>`)
      },
    },
  }
}

const preloaded = /<link rel="modulepreload"[^>]*href="([^"]+)"/g
const entry = /<script type="module"[^>]*src="([^"]+)"/g
const loading =
  /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet|preload)"[^>]*>/g
