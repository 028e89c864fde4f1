import { runtimeConfig } from '#web/lib/runtime-config.ts'

/**
 * Fetches, while the reader types, the files that /predplatne begins with, as the build has named them in the document
 * (R16.01). Not for readers who save data.
 */
export function fetchNext(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="next-files"]')?.content
  const connection: unknown = Reflect.get(navigator, 'connection')
  const savesData = connection instanceof Object && Reflect.get(connection, 'saveData') === true
  if (!named || savesData) return
  for (const file of named.split(' ')) {
    // The cache is all that counts; the account area may be on another host.
    fetch(new URL(file, runtimeConfig().hosts.account), { mode: 'no-cors', priority: 'low' }).catch(() => {})
  }
}
