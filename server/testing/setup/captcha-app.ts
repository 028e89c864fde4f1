import { startDemoCaptcha } from '#server/demo/captcha.ts'
import { createTestApp } from './test-app.ts'

/** The whole server with the demo's captcha. @param environment variables beyond the captcha's */
export async function createCaptchaApp(environment: Record<string, string> = {}) {
  const captcha = await startDemoCaptcha({ port: 0, publicKey: 'key', secret: 'the-secret' })
  const server = await createTestApp({
    CAPTCHA_PUBLIC_KEY: 'key',
    CAPTCHA_SECRET_KEY: 'the-secret',
    CAPTCHA_SCRIPT_URL: `${captcha.url}/api.js`,
    CAPTCHA_VERIFY_URL: `${captcha.url}/siteverify`,
    ...environment,
  })
  return {
    ...server,
    captchaUrl: captcha.url,
    /** @returns a solved captcha, good once */
    solveCaptcha: async () => {
      const body = new URLSearchParams({ k: 'key', hostname: 'profil.test' })
      const answer = await fetch(`${captcha.url}/answer`, { method: 'POST', body })
      return ((await answer.json()) as { answer: string }).answer
    },
    close: async () => {
      await server.close()
      await captcha.stop()
    },
  }
}
export type CaptchaApp = Awaited<ReturnType<typeof createCaptchaApp>>
