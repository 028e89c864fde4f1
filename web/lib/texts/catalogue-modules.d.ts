declare module 'virtual:catalogue/loaders' {
  import type { Messages } from '@lingui/core'
  import type { Locale } from '#contract/wire.ts'
  import type { CataloguePart } from '#web/build/catalogue-plugin.ts'

  const loaders: Record<Locale, Record<CataloguePart, () => Promise<{ default: Messages }>>>
  export default loaders
}

declare module 'virtual:catalogue/*' {
  import type { CompiledMessage } from '@lingui/message-utils/compileMessage'

  const messages: Record<string, CompiledMessage>
  export default messages
}
