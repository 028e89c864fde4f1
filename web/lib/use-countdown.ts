import { useSyncExternalStore } from 'react'

/**
 * Hook: seconds left until a moment, updated each second.
 *
 * @param untilMs milliseconds since 1970 by this machine's clock
 * @returns whole seconds, 0 once the moment has come
 */
export function useCountdown(untilMs: number): number {
  const nowS = useSyncExternalStore(everySecond, wholeSeconds, wholeSeconds)
  return Math.max(0, Math.ceil(untilMs / 1000) - nowS)
}

/** A number of seconds as a stop-watch shows it: `9:05`, `1:00:00`. */
export function countdownText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const tail = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}

const wholeSeconds = () => Math.floor(Date.now() / 1000)
