import type { Rolldown } from 'vite'

/** Where most visits begin: the account area's document, whose program contains /predplatne. */
const beginning = '/web/index.html'
/** Whether a module comes with the beginning, and not only with something that is fetched later. */
function isNeededAtStart(id: string, modules: Rolldown.ChunkingContext): boolean {
  const seen = new Set<string>()
  const isReached = (module: string): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    if (module.endsWith(beginning)) return true
    return modules.getModuleInfo(module)?.importers.some(isReached) ?? false
  }
  return isReached(id)
}

/**
 * Chunks of the program: many small ones compress worse and queue up. What login, shop and account area begin with is one
 * core, what forms and lists of several pages share is another; what comes after the first paint has modules of its own.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: (id, modules) => (isNeededAtStart(id, modules) ? 'shared' : null),
      debugName: 'needed at start',
      minShareCount: 2,
    },
    {
      name: (id: string) => (/\/(?:web\/(?:ui|lib|blocks)|contract|locales)\//.test(id) ? 'parts' : null),
      debugName: 'parts',
      minShareCount: 2,
    },
  ],
}
