import { makeZip } from 'client-zip'
import * as z from 'zod'
import { dataArchiveRules } from '#contract/privacy/data-archive.ts'
import { describeAnonymization, lockReader } from '#server/modules/identity/index.ts'
import { drawDocumentsOfReader } from '#server/modules/invoices/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { FinalFailure } from '#server/platform/jobs/final-failure.ts'
import { formatDay, formatTime } from '#server/platform/texts/format.ts'
import type { ArchivedList } from './archive/archived-lists.ts'
import { type ArchivedReader, readList } from './archive/read-list.ts'
import { addChunk, type Claim, claimArchive, failArchive, finishArchive } from './archive/store.ts'
import { writeJson } from './archive/write-json.ts'
import { writePage } from './archive/write-page.ts'

export const dataArchiveQueue = 'make-data-archive'

/** Size of a chunk, which is also what is held in memory of an archive, in bytes. */
const chunkBytes = 256_000
/** The largest archive in bytes; 20,000 rows of the log are 3 million. */
const mostBytes = 200_000_000
/** Tries that reached their work; beyond them it is a fault of ours that a repeat does not mend. */
const mostTries = 8

type MakingDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'settings'>

/** Consumes the queue of archives in a worker process. */
export const consumeDataArchives = (deps: MakingDeps): Promise<void> =>
  deps.jobs.consume(dataArchiveQueue, async data =>
    makeDataArchive(deps, z.object({ id: z.int() }).parse(data).id),
  )

/**
 * Makes one archive in chunks and mails its link (R13.04; GDPR, articles 15 and 20). Between the pages of rows, the documents
 * and the chunks no connection is held. A repeat begins anew; of two concurrent ones the later goes on.
 *
 * @throws what kept it from being made; FinalFailure when it is not tried again
 */
async function makeDataArchive(deps: MakingDeps, id: number): Promise<void> {
  const { db, clock, log } = deps
  const claim = await claimArchive(db, id)
  if (!claim) return
  try {
    const bytes = await writeChunks(deps, claim)
    if (bytes === undefined) return
    if (await finish(deps, claim, bytes)) log.info({ archive: id, bytes }, 'data archive made')
  } catch (error) {
    if (claim.tries < mostTries && !(error instanceof FinalFailure)) throw error
    await failArchive(db, claim, clock.now())
    throw new FinalFailure('An archive of a reader’s data cannot be made', { cause: error })
  }
}

/** @returns the size in bytes; undefined when the archive is gone, or another worker makes it */
async function writeChunks(deps: MakingDeps, claim: Claim): Promise<number | undefined> {
  let position = 0
  let bytes = 0
  let held: Uint8Array[] = []
  let heldBytes = 0
  const put = async () => {
    const isOurs = await addChunk(deps.db, claim, { position, content: Buffer.concat(held) })
    position += 1
    held = []
    heldBytes = 0
    return isOurs
  }
  for await (const piece of makeZip(files(deps, claim.reader))) {
    held.push(piece)
    heldBytes += piece.length
    bytes += piece.length
    if (bytes > mostBytes) throw new FinalFailure('An archive of a reader’s data is too large')
    if (heldBytes >= chunkBytes && !(await put())) return undefined
  }
  return (await put()) ? bytes : undefined
}

async function* files({ db, clock, settings }: MakingDeps, reader: ArchivedReader) {
  const madeAt = clock.now()
  const read = (list: ArchivedList) => readList(db, list, reader)
  const { locale, email } = reader
  const { privacyUrl } = settings.terms
  yield { name: 'index.html', input: writePage(read, { locale, email, madeAt, privacyUrl }) }
  yield { name: 'data.json', input: writeJson(read, madeAt) }
  for await (const { name, input } of drawDocumentsOfReader({ db }, reader.id))
    yield { name: `documents/${name}`, input }
}

/** Opens the archive to its reader for seven days, or until the account is erased, and mails its link. */
const finish = (deps: MakingDeps, claim: Claim, bytes: number): Promise<boolean> =>
  deps.db.transaction(async tx => {
    const user = await lockReader(tx, claim.reader.id)
    if (!user) return false
    const readyAt = deps.clock.now()
    const end = readyAt.add({ hours: 24 * dataArchiveRules.lifeDays })
    const erasedAt = user.anonymizationRequestedAt
      ? Temporal.Instant.from(describeAnonymization(user.anonymizationRequestedAt).due_at)
      : end
    const expiresAt = Temporal.Instant.compare(erasedAt, end) < 0 ? erasedAt : end
    if (!(await finishArchive(tx, claim, { bytes, readyAt, expiresAt }))) return false
    await sendMail(tx, deps, {
      to: user.email,
      locale: user.locale,
      template: 'data_archive_ready',
      values: { day: formatDay(user.locale, expiresAt), time: formatTime(user.locale, expiresAt) },
      link: `${deps.settings.origins.account}/nastavenia#my-data`,
    })
    return true
  })
