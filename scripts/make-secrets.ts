import { exportJWK, generateKeyPair } from 'jose'
import { randomToken } from '../server/platform/secrets.ts'

/** Generates and prints the two secrets of a production, as lines of an environment file. */
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
console.log(`APP_SECRET=${randomToken(288)}`)
console.log(`TOKEN_SIGNING_KEY='${JSON.stringify(await exportJWK(privateKey))}'`)
