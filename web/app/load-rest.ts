import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { afterFirstPaint } from '#web/lib/browser/first-paint.ts'

type Rest = typeof import('./after-paint.ts')

let rest: Promise<Rest> | undefined

/**
 * Loads what every page gets after the first paint: one chunk. It is one promise, whose continuations run in order, so that
 * the publisher's scripts keep the page's.
 */
export function loadRest(): Promise<Rest> {
  rest ??= afterFirstPaint().then(() => import('./after-paint.ts'))
  return rest
}

/**
 * A component that comes after the first paint. When it cannot be loaded, its error boundary says so.
 *
 * @param of picks it
 */
export const fromRest = <Props>(
  of: (rest: Rest) => ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: of(await loadRest()) }))
