import { currentLocation } from './navigation.ts'

/**
 * Marks the page of a press, for what leads on once a slow answer has come.
 *
 * @returns whether it is still open; a reader who has opened another one meanwhile stays there, with what was typed
 */
export function markPage(): () => boolean {
  const { pathname } = currentLocation()
  return () => currentLocation().pathname === pathname
}
