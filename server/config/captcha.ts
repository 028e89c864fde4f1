import type { Settings } from '../platform/settings.ts'

/** reCAPTCHA's own addresses, as its documentation gives them, also for a content security policy. */
export const googleCaptcha = {
  scriptUrl: 'https://www.google.com/recaptcha/api.js',
  verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
} as const

/** reCAPTCHA's public test key, which accepts every answer; from its documentation. */
export const publicTestKey = '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI'

/**
 * What a page's content security policy must allow for the captcha at this script address: Google's own
 * origins, or the one origin of any other.
 */
export function captchaAt(scriptUrl: string): Settings['captcha'] {
  if (scriptUrl === googleCaptcha.scriptUrl) {
    return {
      scriptUrl,
      scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    }
  }
  const { origin } = new URL(scriptUrl)
  return { scriptUrl, scripts: [origin], frames: [origin] }
}
