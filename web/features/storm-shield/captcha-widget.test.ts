import { expect, test, vi } from 'vitest'
import { createCaptchaWidget } from './captcha-widget.ts'
import { CaptchaError, type Recaptcha } from './recaptcha.ts'

type Callbacks = Record<'callback' | 'expired-callback' | 'error-callback', (answer?: string) => void>

function makeWidget() {
  // A minimal fake of an element.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const container = { hidden: false } as HTMLElement
  const rendered: Record<string, unknown>[] = []
  const reset = vi.fn<(id: number) => void>()
  const library: Recaptcha = { render: (_, parameters) => rendered.push(parameters) - 1, reset }
  const load = vi.fn<() => Promise<Recaptcha>>(async () => library)
  const widget = createCaptchaWidget(container, { siteKey: 'key', load })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const callbacks = () => rendered[0] as Callbacks
  return { container, rendered, reset, load, widget, callbacks }
}

test('R4.17 R7.17 R9.10 it is hidden and fetches nothing until it is executed, and hidden again on reset', async () => {
  const { container, rendered, reset, load, widget, callbacks } = makeWidget()
  expect(container.hidden).toBe(true)
  expect(load).not.toHaveBeenCalled()
  const answer = widget.execute()
  await vi.waitFor(() => expect(container.hidden).toBe(false))
  expect(rendered[0]).toMatchObject({ sitekey: 'key', theme: 'light', type: 'image', size: 'normal' })
  callbacks().callback('solved')
  expect(await answer).toBe('solved')
  widget.reset()
  expect(container.hidden).toBe(true)
  expect(reset).toHaveBeenCalledWith(0)

  const again = widget.execute()
  await vi.waitFor(() => expect(container.hidden).toBe(false))
  callbacks().callback('again')
  expect(await again).toBe('again')
  expect(rendered).toHaveLength(1)
})

test.each([
  ['expired-callback', 'reCAPTCHA expired'],
  ['error-callback', 'reCAPTCHA error'],
] as const)('R8.05 %s of the provider is told as “%s”', async (name, message) => {
  const { widget, rendered, callbacks } = makeWidget()
  const answer = widget.execute()
  await vi.waitFor(() => expect(rendered).toHaveLength(1))
  callbacks()[name]()
  await expect(answer).rejects.toThrow(message)
})

test('R8.05 a script that cannot be fetched, or does not start, is told apart, and nothing is shown', async () => {
  for (const trouble of ['js_not_loaded', 'library_not_loaded'] as const) {
    const { container, load, widget } = makeWidget()
    load.mockRejectedValueOnce(new CaptchaError(trouble))
    await expect(widget.execute()).rejects.toThrow(
      trouble === 'js_not_loaded' ? 'reCAPTCHA js not loaded' : 'reCAPTCHA library not loaded',
    )
    expect(container.hidden).toBe(true)
  }
})
