import { loadScript } from '#web/lib/load-script.ts'

/** What the chat's script gives to a page; docs/chat-and-marketing.md tells how a provider is connected by it. */
type Chat = { open(place: HTMLElement, options: { lang: string }): void }

let loaded: Promise<Chat> | undefined

/**
 * Fetches the chat's script from its provider, once, and not before a reader opens the chat (R1.26).
 *
 * @throws Error when it can't be fetched or gives no chat
 */
export function loadChat(scriptUrl: string): Promise<Chat> {
  loaded ??= loadScript(scriptUrl)
    .then(() => {
      const chat: unknown = Reflect.get(window, 'profilChat')
      if (!isChat(chat)) throw new Error('The script of the chat gives no profilChat')
      return chat
    })
    .catch((error: unknown) => {
      // Another try may do better.
      loaded = undefined
      throw error
    })
  return loaded
}

const isChat = (given: unknown): given is Chat =>
  typeof given === 'object' && given !== null && typeof Reflect.get(given, 'open') === 'function'
