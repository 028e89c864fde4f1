import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { pagePolicy } from '../platform/http/security-headers.ts'
import { captchaAt, googleCaptcha } from './captcha.ts'
import { loadConfig } from './config.ts'

/** The content security policy of a page under a configuration. */
async function policyUnder(environment: Record<string, string>): Promise<string> {
  const config = loadConfig({ PUBLIC_URL: 'http://profil.test', ...environment })
  const app = Fastify()
  app.get('/', async (_request, reply) => {
    pagePolicy(reply, { ...config, appSecret: '', tokenSigningKey: '' }, 'nonce')
    return ''
  })
  const { headers } = await app.inject('/')
  return String(headers['content-security-policy'])
}

const keys = { CAPTCHA_PUBLIC_KEY: 'key', CAPTCHA_SECRET_KEY: 'secret' }

test('R7.17 pages may load and frame exactly what belongs to the captcha that is configured', async () => {
  expect(await policyUnder({})).not.toMatch(/google|frame-src/)
  const google = await policyUnder(keys)
  expect(google).toMatch(
    /script-src [^;]*https:\/\/www\.google\.com\/recaptcha\/ https:\/\/www\.gstatic\.com\/recaptcha\/;/,
  )
  expect(google).toContain(
    'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  )
  const other = await policyUnder({ ...keys, CAPTCHA_SCRIPT_URL: 'https://captcha.test/v2/api.js' })
  expect(other).toContain('frame-src https://captcha.test;')
  expect(other).not.toContain('google')
})

test('a captcha has both of its keys or none', () => {
  expect(() => loadConfig({ CAPTCHA_PUBLIC_KEY: 'key' })).toThrow('CAPTCHA_SECRET_KEY')
  expect(captchaAt(googleCaptcha.scriptUrl).frames).toHaveLength(2)
})
