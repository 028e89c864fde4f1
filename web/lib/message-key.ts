import type common from '#locales/sk/common.json'
import type errors from '#locales/sk/errors.json'
import type navigation from '#locales/sk/navigation.json'

/** Every message that the browser may show. A new catalogue file is added here; a test holds the two together. */
export type MessageKey = keyof typeof common | keyof typeof errors | keyof typeof navigation
