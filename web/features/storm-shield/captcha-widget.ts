import { CaptchaError, type Recaptcha } from './recaptcha.ts'

/** R9.10 */
const look = { theme: 'light', type: 'image', size: 'normal' } as const

/**
 * A captcha's widget: hidden until it is executed, and again after a reset (R4.17).
 *
 * @param container the element that the provider renders into
 * @param options.load fetches the provider's script
 */
export function createCaptchaWidget(
  container: HTMLElement,
  options: { siteKey: string; load: () => Promise<Recaptcha> },
) {
  let drawn: { library: Recaptcha; id: number } | undefined
  let settle: { resolve: (answer: string) => void; reject: (error: CaptchaError) => void } | undefined
  container.hidden = true

  const draw = (library: Recaptcha) => ({
    library,
    id: library.render(container, {
      ...look,
      sitekey: options.siteKey,
      callback: (answer: string) => settle?.resolve(answer),
      'expired-callback': () => settle?.reject(new CaptchaError('expired')),
      'error-callback': () => settle?.reject(new CaptchaError('error')),
    }),
  })
  const reset = () => {
    container.hidden = true
    drawn?.library.reset(drawn.id)
  }

  return {
    /**
     * Shows the captcha and waits until it is solved.
     *
     * @returns the answer, for the server to verify
     * @throws CaptchaError for each of the four troubles (R8.05)
     */
    execute: async (): Promise<string> => {
      const library = await options.load()
      container.hidden = false
      drawn ??= draw(library)
      return new Promise((resolve, reject) => {
        settle = { resolve, reject }
      })
    },
    reset,
  }
}
