import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Asked = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }

/** What a test can have go wrong. */
type Wrong = { origin?: string; rpId?: string; challenge?: string; isVerified?: boolean; counter?: number }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/**
 * A device with one passkey (ES256, no attestation), as a browser would answer for it.
 *
 * @param origin of the page
 */
export function openAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const ofBoth = { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} }

  const clientData = (type: string, asked: Asked, wrong: Wrong) =>
    JSON.stringify({ type, challenge: wrong.challenge ?? asked.challenge, origin: wrong.origin ?? origin })
  const authData = (asked: Asked, wrong: Wrong, attested?: Buffer) => {
    const flags = 0x01 + (wrong.isVerified === false ? 0 : 0x04) + (attested ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(wrong.counter ?? 0, 1)
    const rpId = wrong.rpId ?? asked.rp?.id ?? asked.rpId ?? ''
    return Buffer.concat([sha256(rpId), head, attested ?? Buffer.alloc(0)])
  }

  return {
    id: base64(id),
    /** Answers `navigator.credentials.create`, as JSON. */
    create: (asked: Asked, wrong: Wrong = {}): string => {
      const key = Buffer.from(`a5010203262001215820${hex(x)}225820${hex(y)}`, 'hex')
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = authData(asked, wrong, attested)
      // CBOR: {fmt: 'none', attStmt: {}, authData}
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      return JSON.stringify({
        ...ofBoth,
        response: {
          clientDataJSON: base64(clientData('webauthn.create', asked, wrong)),
          attestationObject: base64(Buffer.concat([head, Buffer.from([data.length]), data])),
        },
      })
    },
    /** Answers `navigator.credentials.get`, as JSON. */
    get: (asked: Asked, wrong: Wrong = {}): string => {
      const data = authData(asked, wrong)
      const client = clientData('webauthn.get', asked, wrong)
      return JSON.stringify({
        ...ofBoth,
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      })
    },
  }
}

const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex')
