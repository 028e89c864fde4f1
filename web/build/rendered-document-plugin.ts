import type { Plugin } from 'vite'

/**
 * Vite plugin: what the built document of the login loads waits until the page that the server has rendered into it is
 * painted, or 3 seconds. A press before the scripts have come is kept and given back to them, also one of a link that may
 * carry the query on, which the server has not rendered; the next press tries again when they could not be loaded. Its style is inlined by the
 * server, of which the fonts count from then on.
 */
export function renderedDocument(): Plugin {
  return {
    name: 'rendered-document',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (!bundle || !path.endsWith('login.html')) return html
        const addresses = (tag: RegExp) => [...html.matchAll(tag)].map(([, address = '']) => address)
        // The entry comes last, after what it imports.
        const scripts = [...addresses(preloaded), ...addresses(entry)]
        const first = `<script nonce="__CSP_NONCE__">${beginAfterPaint(scripts)}</script>`
        return html.replaceAll(loading, '').replace('</body>', `${first}</body>`)
      },
    },
  }
}

const preloaded = /<link rel="modulepreload"[^>]*href="([^"]+)"/g
const entry = /<script type="module"[^>]*src="([^"]+)"/g
const loading =
  /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet|preload)"[^>]*>/g

/** @param scripts addresses, each evaluated in a task of its own: in one, it would hold up whoever types or scrolls */
const beginAfterPaint = (scripts: readonly string[]): string => `{
const isOpen = !document.getElementById('root').firstElementChild;
let early, begun;
const begin = () => {
if (begun) return;
begun = true;
document.querySelector('style[media]')?.removeAttribute('media');
for (const src of ${JSON.stringify(scripts)}) {
const made = Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src });
made.onerror = () => { begun = false };
document.head.append(made)
}
};
const hold = event => {
const pressed = event.target.closest(location.search ? 'button, main a' : 'button');
if (!pressed) return;
event.preventDefault();
early = pressed;
begin()
};
const release = () => {
removeEventListener('click', hold, true);
const pressed = early;
early = undefined;
setTimeout(() => pressed?.click())
};
window.profilRendered = { release };
if (isOpen) begin();
else {
addEventListener('click', hold, true);
new PerformanceObserver(list => list.getEntriesByName('first-contentful-paint')[0] && begin()).observe({ type: 'paint', buffered: true });
setTimeout(begin, 3000)
}
}`
