import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Deps } from '#server/platform/deps.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Kind } from './kind.ts'
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
import { type FileReport, loadFile } from './load-file.ts'

/** In this order: a file may refer to those before it. */
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
  cardsKind,
  paymentsKind,
  subscriptionsKind,
  devicesKind,
  addressesKind,
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
  /** JSON and CSV files of the folder that no kind reads. */
  notKnown: string[]
}

/** What a load needs: of the settings who sells, for the documents that it adopts, and who takes cards. */
export type LoadDeps = Pick<Deps, 'db' | 'clock'> & { settings: Pick<Settings, 'supplier' | 'gateway'> }

/**
 * Loads a publisher's folder of JSON and CSV files; demo/README.md describes them. Each file is loaded whole or not
 * at all, and the first one that fails ends the load. A second load of the same folder changes nothing.
 *
 * @param folder path of the folder
 * @param onFile told of each file as soon as it is loaded
 * @throws LoadError in sentences for whoever wrote the files
 */
export async function loadFolder(
  { db, clock, settings }: LoadDeps,
  folder: string,
  onFile: (report: FileReport) => void = () => undefined,
): Promise<FolderReport> {
  const names = (await namesIn(folder)).filter(name => /\.(json|csv)$/.test(name)).sort()
  const context = {
    now: clock.now(),
    passwordHashes: new Map<string, Promise<string>>(),
    supplier: settings.supplier,
    gateway: settings.gateway,
  }
  const files: FileReport[] = []
  for (const kind of kinds) {
    const file = fileOf(kind, names)
    if (file === undefined) continue
    const report = await loadFile(db, { path: join(folder, file), file, kind }, context)
    files.push(report)
    onFile(report)
  }
  // Else PostgreSQL would go on planning each query anew for tables that it takes to be empty.
  await db.execute(sql`analyze`)
  const known = new Set(kinds.map(kind => kind.name))
  return { files, notKnown: names.filter(name => !known.has(parse(name).name)) }
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
