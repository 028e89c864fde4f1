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
        const tags = html.match(loading) ?? []
        const links = tags.map(
          tag => [/rel="(\w+)"/.exec(tag)?.[1] ?? '', /(?:href|src)="([^"]+)"/.exec(tag)?.[1] ?? ''] as const,
        )
        const first = `<script nonce="__CSP_NONCE__">${beginAfterPaint(links)}</script>`
        return html.replaceAll(loading, '').replace('</body>', `${first}</body>`)
      },
    },
  }
}

const loading =
  /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet|preload)"[^>]*>/g

/** @param links relation and address of each; that of a script is empty */
const beginAfterPaint = (links: readonly (readonly [string, string])[]): string => `{
const isOpen = !document.getElementById('root').firstElementChild;
let early, begun;
const begin = () => {
if (begun) return;
begun = true;
document.querySelector('style[media]')?.removeAttribute('media');
for (const [rel, href] of ${JSON.stringify(links.filter(([rel]) => rel === '' || rel === 'modulepreload'))}) {
const made = Object.assign(document.createElement(rel ? 'link' : 'script'), rel ? { rel, href } : { type: 'module', src: href });
made.crossOrigin = '';
if (!rel) made.onerror = () => { begun = false };
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
