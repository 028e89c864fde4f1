import type { Rolldown } from 'vite'

/** Where most visits begin: the account area's program, which contains /predplatne, and the questions, two kilobytes more. */
const beginning = ['/web/app/run.tsx', '/web/pages/faq-page.tsx']
/** What every page gets once it has been painted, and /predplatne and the questions then show. */
const afterPaint = [
  '/web/app/after-paint.ts',
  '/web/pages/subscription-rest.ts',
  '/web/features/faq/read-faq/faq-rest.ts',
  // It has to be here when its button is pressed offline.
  '/web/features/subscriptions/list-subscriptions/notice-act.ts',
]

/** What modules of the start name as well, and nothing at the start uses: schemas of what is called, forms of queries. */
const laterOnly =
  /\/(?:infiniteQueryObserver|mutationObserver|useInfiniteQuery|useMutation)\.js$|\/zod\/|\/contract\/(?:wire|identity\/provider)\.ts$/

/** Named at the start by a schema that the browser has not, and used with what comes after the paint. */
const restOnly = /\/contract\/(?:faq\/acts|privacy\/anonymization)\.ts$/

/** Of every page of a renewal, and of what undoes its change on /predplatne; withdrawals have the last, too. */
const renewal =
  /\/(?:contract\/recurrence\/recurrence|features\/recurrence\/use-subscription|web\/blocks\/told-act)\.ts$/

/** Named by nearly every module. */
const react = /\/node_modules\/(?:react|react-dom|scheduler)\//

/** Whether a module comes with one of these, and not only with something that is fetched later. */
function comesWith(starts: readonly string[], id: string, modules: Rolldown.ChunkingContext): boolean {
  if (laterOnly.test(id)) return false
  if (react.test(id)) return true
  const seen = new Set<string>()
  const isReached = (module: string): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    if (starts.some(start => module.endsWith(start))) return true
    return modules.getModuleInfo(module)?.importers.some(isReached) ?? false
  }
  return isReached(id)
}

/**
 * Chunks of the program: many small ones compress worse and queue up. What the first paint needs is one, with React
 * (decision 092); login and shop begin with it, too. What comes after it is another one, and what forms and lists of several
 * pages share the last.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: (id, modules) => (!restOnly.test(id) && comesWith(beginning, id, modules) ? 'shared' : null),
      debugName: 'needed at start',
      includeDependenciesRecursively: false,
    },
    {
      name: (id, modules) => (comesWith(afterPaint, id, modules) ? 'rest' : null),
      debugName: 'after the first paint',
      includeDependenciesRecursively: false,
    },
    {
      name: id => (renewal.test(id) ? 'renewal' : null),
      debugName: 'what all acts on a renewal share',
      includeDependenciesRecursively: false,
    },
    {
      name: (id: string) =>
        /\/(?:web\/(?:ui|lib|blocks)|contract|locales|@tanstack|zod)\//.test(id) ? 'parts' : null,
      debugName: 'parts',
      minShareCount: 2,
    },
  ],
}
