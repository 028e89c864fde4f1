declare module 'virtual:catalogue/loaders' {
  import type { Locale } from '#contract/wire.ts'
  import type { Messages } from '#locales/format-message.ts'
  import type { CataloguePart } from '#web/build/catalogue-plugin.ts'

  const loaders: Record<Locale, Record<CataloguePart, () => Promise<{ default: Messages }>>>
  export default loaders
}

declare module 'virtual:catalogue/*' {
  import type { Messages } from '#locales/format-message.ts'

  const messages: Messages
  export default messages
}
