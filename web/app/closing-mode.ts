import type { RouteName } from '#contract/routes.ts'
import { type SetMode, serviceMode } from '#web/lib/service-mode.ts'

/** Pages that stay in maintenance: what tells nothing of a reader (R13.19). */
const standing: ReadonlySet<RouteName> = new Set(['faq', 'accessibility', 'notfound'])

/** The mode that closes a page; undefined where it is open. */
export function closingMode(name: RouteName): SetMode | undefined {
  const mode = serviceMode()
  return mode?.name === 'maintenance' && !standing.has(name) ? mode : undefined
}
