import { loadScript } from '#web/lib/browser/load-script.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'

/** Errors of a captcha, in the words of R8.05. */
const troubles = {
  js_not_loaded: 'reCAPTCHA js not loaded',
  library_not_loaded: 'reCAPTCHA library not loaded',
  expired: 'reCAPTCHA expired',
  error: 'reCAPTCHA error',
} as const
export type CaptchaTrouble = keyof typeof troubles

export class CaptchaError extends Error {
  override name = 'CaptchaError'
  readonly trouble: CaptchaTrouble

  constructor(trouble: CaptchaTrouble, cause?: unknown) {
    super(troubles[trouble], { cause })
    this.trouble = trouble
  }
}

/** The used part of reCAPTCHA's script API. */
export type Recaptcha = {
  render(container: HTMLElement, parameters: Record<string, unknown>): number
  reset(id: number): void
}

const libraryTimeoutMs = 10_000
export const googleScript = 'https://www.google.com/recaptcha/api.js'

let loaded: Promise<Recaptcha> | undefined

/**
 * Loads the captcha's script once, when a captcha is first needed (R7.17).
 *
 * @throws CaptchaError `js_not_loaded` when the script can't be fetched, `library_not_loaded` when it does not
 * start
 */
export function loadRecaptcha(scriptUrl: string): Promise<Recaptcha> {
  loaded ??= fetchScript(scriptUrl)
    .then(startLibrary)
    .catch((error: unknown) => {
      // Allows a retry.
      loaded = undefined
      throw error
    })
  return loaded
}

function fetchScript(scriptUrl: string): Promise<void> {
  const address = new URL(scriptUrl)
  address.searchParams.set('render', 'explicit')
  address.searchParams.set('hl', currentLocale())
  return loadScript(address.href).catch((error: unknown) => {
    throw new CaptchaError('js_not_loaded', error)
  })
}

/** The loaded script may load the library asynchronously, which then calls back. */
function startLibrary(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const library: unknown = Reflect.get(window, 'grecaptcha')
    const timer = setTimeout(() => reject(new CaptchaError('library_not_loaded')), libraryTimeoutMs)
    if (!hasReady(library)) {
      clearTimeout(timer)
      reject(new CaptchaError('library_not_loaded'))
      return
    }
    library.ready(() => {
      clearTimeout(timer)
      const ready: unknown = Reflect.get(window, 'grecaptcha')
      if (isRecaptcha(ready)) resolve(ready)
      else reject(new CaptchaError('library_not_loaded'))
    })
  })
}

const isFunctionOf = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
const hasReady = (value: unknown): value is { ready: (done: () => void) => void } =>
  isFunctionOf(value, 'ready')
const isRecaptcha = (value: unknown): value is Recaptcha =>
  isFunctionOf(value, 'render') && isFunctionOf(value, 'reset')
