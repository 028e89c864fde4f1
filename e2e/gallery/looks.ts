/** Viewport, theme and text size of a picture. */
export type Look = {
  name: string
  /** CSS pixels. */
  width: number
  height: number
  language: 'sk' | 'en'
  scheme: 'light' | 'dark'
  forcedColors?: true
  reducedMotion?: true
  /** The browser's text size relative to the default. */
  textScale?: number
}

const slovak = { language: 'sk', scheme: 'light' } as const
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

/** Every state is shown so. */
export const usualLooks: readonly Look[] = [
  { name: '390', ...phone, ...slovak },
  { name: '1280', ...desk, ...slovak },
]

/** The narrowest: every state is checked in them for cut or overlapping text. */
export const narrowLooks: readonly Look[] = [
  { name: '320', width: 320, height: 640, ...slovak },
  { name: '390-text-200', ...phone, ...slovak, textScale: 2 },
  { name: '1280-text-200', ...desk, ...slovak, textScale: 2 },
]

/** One state of each screen is shown in these too. */
export const moreLooks: readonly Look[] = [
  ...narrowLooks,
  { name: '390-dark', ...phone, ...slovak, scheme: 'dark' },
  { name: '1280-dark', ...desk, ...slovak, scheme: 'dark' },
  { name: '768', width: 768, height: 1024, ...slovak },
  // A desk of 1280 px at 200 % is one of 640 CSS pixels.
  { name: '1280-zoom-200', width: 640, height: 450, ...slovak },
  { name: '390-forced-colours', ...phone, ...slovak, forcedColors: true },
  { name: '390-reduced-motion', ...phone, ...slovak, reducedMotion: true },
  { name: '390-en', ...phone, language: 'en', scheme: 'light' },
  { name: '1280-en', ...desk, language: 'en', scheme: 'light' },
]
