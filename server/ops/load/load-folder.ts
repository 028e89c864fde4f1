import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { sql, TransactionRollbackError } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Settings } from '#server/platform/settings.ts'
import { Faults } from './faults.ts'
import type { Kept, Kind, LoadContext } from './kind.ts'
import { addressesKind } from './kinds/addresses.ts'
import { cardsKind } from './kinds/cards.ts'
import { couponsKind } from './kinds/coupons.ts'
import { devicesKind } from './kinds/devices.ts'
import { faqCategoriesKind, faqKind } from './kinds/faq.ts'
import { featureFlagsKind } from './kinds/feature-flags.ts'
import { authorsKind, bloggersKind, followsKind, topicsKind } from './kinds/follows.ts'
import { forumFollowsKind, forumPostsKind, forumTopicsKind } from './kinds/forum.ts'
import { forumProfilesKind } from './kinds/forum-profiles.ts'
import { layoutBlocksKind } from './kinds/layout-blocks.ts'
import { linkedAccountsKind } from './kinds/linked-accounts.ts'
import { newsletterSignupsKind, newslettersKind } from './kinds/newsletters.ts'
import { paymentsKind } from './kinds/payments.ts'
import { productsKind } from './kinds/products.ts'
import { readersKind } from './kinds/readers.ts'
import { companiesKind, familiesKind } from './kinds/shared-subscriptions.ts'
import { subscriptionsKind } from './kinds/subscriptions.ts'
import { LoadError } from './load-error.ts'
import { checkFile, type FileReport, loadFile } from './load-file.ts'
import type { Source } from './open-rows.ts'
import { openProgress } from './progress.ts'

/** Load order: a file may refer to those before it. */
const kinds: readonly Kind[] = [
  productsKind,
  faqCategoriesKind,
  faqKind,
  layoutBlocksKind,
  featureFlagsKind,
  newslettersKind,
  topicsKind,
  authorsKind,
  bloggersKind,
  readersKind,
  linkedAccountsKind,
  // Invoices that payments adopt are made out to them.
  addressesKind,
  cardsKind,
  paymentsKind,
  subscriptionsKind,
  devicesKind,
  couponsKind,
  companiesKind,
  familiesKind,
  newsletterSignupsKind,
  followsKind,
  forumProfilesKind,
  forumTopicsKind,
  forumPostsKind,
  forumFollowsKind,
]

export type FolderReport = {
  files: FileReport[]
  /** Unknown JSON and CSV files of the folder. */
  notKnown: string[]
  kept: readonly Kept[]
}

/** Dependencies of a load: the seller, for the documents that it imports, the payment gateway, and jobs for the forum. */
export type LoadDeps = Pick<Deps, 'db' | 'clock'> & {
  jobs?: Deps['jobs']
  settings: Pick<Settings, 'supplier' | 'gateway'>
}

/** Options of a load: dry run, progress. */
type LoadOptions = { dryRun?: boolean; onProgress?: (line: string) => void }

/**
 * Loads a publisher's folder of JSON and CSV files; demo/README.md describes them. Each file is loaded whole or not
 * at all. After the first one with a fault nothing more is loaded, but the rest is checked, so that all faults are listed
 * at once. Idempotent: a second load of the same folder changes nothing.
 *
 * @param folder path of the folder
 * @param options.dryRun does all of it in one transaction and rolls it back
 * @param options.onProgress called with a line every few seconds of a long load
 * @throws LoadError with sentences for the author of the files
 */
export async function loadFolder(
  { db, clock, jobs, settings }: LoadDeps,
  folder: string,
  { dryRun = false, onProgress = () => undefined }: LoadOptions = {},
): Promise<FolderReport> {
  const names = (await namesIn(folder)).filter(name => /\.(json|csv)$/.test(name)).sort()
  const sources = kinds.flatMap(kind => {
    const file = fileOf(kind, names)
    return file === undefined ? [] : [{ path: join(folder, file), file, kind }]
  })
  const kept: Kept[] = []
  const context = {
    now: clock.now(),
    passwordHashes: new Map<string, Promise<string>>(),
    moved: new Map<string, string>(),
    supplier: settings.supplier,
    gateway: settings.gateway,
    jobs,
    kept,
  }
  const progress = openProgress(onProgress)
  const known = new Set(kinds.map(kind => kind.name))
  const notKnown = names.filter(name => !known.has(parse(name).name))
  if (dryRun) return { files: await checkFiles(db, sources, context, progress), notKnown, kept }
  const files: FileReport[] = []
  for (const source of sources) {
    try {
      files.push(await loadFile(db, source, context, progress(source.file)))
    } catch (error) {
      if (!(error instanceof LoadError)) throw error
      throw await withAllFaults(error, files, () =>
        checkFiles(db, sources.slice(files.length), context, progress),
      )
    }
  }
  // ANALYZE: else the planner would take the tables to be empty.
  await db.execute(sql`analyze`)
  return { files, notKnown, kept }
}

/**
 * Dry run: loads files one after the other in one transaction, and rolls it back: later ones find the earlier ones' rows.
 *
 * @throws LoadError with the faults of all of them
 */
async function checkFiles(
  db: Db,
  sources: readonly Source[],
  context: Omit<LoadContext, 'tx' | 'batches'>,
  progress: ReturnType<typeof openProgress>,
): Promise<FileReport[]> {
  const faults = new Faults()
  const files: FileReport[] = []
  try {
    await db.transaction(async tx => {
      for (const source of sources) {
        const count = progress(`${source.file} (a check)`)
        files.push(await checkFile(source, { ...context, tx }, faults, count))
      }
      tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
  if (faults.message !== undefined) throw new LoadError(faults.message)
  return files
}

/** The first fault of a load, or all faults of a check, and what is loaded nevertheless. */
async function withAllFaults(first: LoadError, loaded: readonly FileReport[], check: () => Promise<unknown>) {
  let { message } = first
  try {
    await check()
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    message = error.message
  }
  const before = loaded.map(({ file }) => file).join(', ')
  return new LoadError(
    `${message}\n${loaded.length === 0 ? 'Nothing is loaded.' : `Only these are loaded: ${before}.`}`,
  )
}

function fileOf(kind: Kind, names: string[]): string | undefined {
  const [file, other] = names.filter(name => parse(name).name === kind.name)
  if (other !== undefined) {
    throw new LoadError(`${file} and ${other} are both there: keep the one that is to be loaded.`)
  }
  return file
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    throw new LoadError(`${folder} is not a folder that can be read: give the path of the folder to load.`)
  }
}
