import type { Rolldown } from 'vite'

/** Where most visits begin: the account area's document, whose program contains /predplatne. */
const beginning = ['/web/index.html']
/** What every page gets once it has been painted, and /predplatne then shows. */
const afterPaint = ['/web/app/after-paint.ts', '/web/pages/subscription-rest.ts']

/** What an index that all programs import names as well, and nothing at the start uses. */
const laterOnly = /\/(?:infiniteQueryObserver|mutationObserver|useInfiniteQuery|useMutation)\.js$/

/** Whether a module comes with one of these, and not only with something that is fetched later. */
function comesWith(starts: readonly string[], id: string, modules: Rolldown.ChunkingContext): boolean {
  if (laterOnly.test(id)) return false
  const seen = new Set<string>()
  const isReached = (module: string): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    if (starts.some(start => module.endsWith(start))) return true
    return modules.getModuleInfo(module)?.importers.some(isReached) ?? false
  }
  return isReached(id)
}

/** Whether a module of the beginning serves the account area's first page alone: no other program loads that page's chunk. */
const isOfFirstPage = (id: string, modules: Rolldown.ChunkingContext) =>
  /\/web\/(?:index\.html$|app\/|features\/|pages\/)/.test(id) &&
  !comesWith([...afterPaint, '/web/login/main.tsx'], id, modules)

/**
 * Chunks of the program: many small ones compress worse and queue up. What login, shop and account area begin with is one
 * core, what comes after the first paint another, and what forms and lists of several pages share a third.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: (id, modules) =>
        comesWith(beginning, id, modules) && !isOfFirstPage(id, modules) ? 'shared' : null,
      debugName: 'needed at start',
      includeDependenciesRecursively: false,
    },
    {
      name: (id, modules) =>
        comesWith(beginning, id, modules) ? null : comesWith(afterPaint, id, modules) ? 'rest' : null,
      debugName: 'after the first paint',
    },
    {
      name: (id: string) =>
        /\/(?:web\/(?:ui|lib|blocks)|contract|locales|@tanstack)\//.test(id) ? 'parts' : null,
      debugName: 'parts',
      minShareCount: 2,
    },
  ],
}
