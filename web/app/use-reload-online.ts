import { useEffect } from 'react'

/** Reloads the page as soon as the connection is back. */
export function useReloadOnline(isOffline: boolean): void {
  useEffect(() => {
    if (!isOffline) return undefined
    const reload = () => location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isOffline])
}
