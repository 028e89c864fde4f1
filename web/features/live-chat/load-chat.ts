import { loadScript } from '#web/lib/browser/load-script.ts'

/** API of the chat's script; docs/chat-and-marketing.md tells how to connect a provider. */
type Chat = { open(place: HTMLElement, options: { lang: string }): void }

let loaded: Promise<Chat> | undefined

/**
 * Loads the provider's chat script once, when a reader first opens the chat (R1.26).
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
      // Allows a retry.
      loaded = undefined
      throw error
    })
  return loaded
}

const isChat = (given: unknown): given is Chat =>
  typeof given === 'object' && given !== null && typeof Reflect.get(given, 'open') === 'function'
