import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { freePort } from '#server/testing/setup/free-port.ts'

/** Headers that belong to one connection of HTTP/1.1 (RFC 9113, 8.2.2). */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection'])

/** An address on which HTTP/2 will be spoken; `forward` begins to pass its requests on. */
export async function startHttp2() {
  const folder = mkdtempSync(join(tmpdir(), 'profil-http2-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const asked = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-subj', '/CN=localhost', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...asked, ...files], { stdio: 'ignore' })
  const certificate = new X509Certificate(readFileSync(cert))
  // HTTP/1.1 as well: what signs in beside the pages speaks nothing else.
  const server = createSecureServer({
    key: readFileSync(key),
    cert: certificate.toString(),
    allowHTTP1: true,
  })
  rmSync(folder, { recursive: true, force: true })
  const port = await freePort()
  return {
    url: `https://localhost:${port}`,
    /** Hash of the certificate's public key, for the browser that is to trust it. */
    trustedKey: createHash('sha256')
      .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64'),
    /** @param target origin of a server that speaks HTTP/1.1 */
    forward: (target: string) => {
      server.on('request', (asked, answer) => {
        const plain = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'))
        const host = asked.headers[':authority'] ?? asked.headers.host
        const headers = { ...Object.fromEntries(plain), host, 'x-forwarded-proto': 'https' }
        const passed = request(new URL(asked.url, target), { method: asked.method, headers }, given => {
          const kept = Object.entries(given.headers).filter(([name]) => !ofConnection.has(name))
          answer.writeHead(given.statusCode ?? 502, Object.fromEntries(kept))
          pipeline(given, answer, () => undefined)
        })
        passed.on('error', () => answer.destroy())
        asked.pipe(passed)
      })
      server.listen(port, 'localhost')
    },
    stop: () => void server.close(),
  }
}
