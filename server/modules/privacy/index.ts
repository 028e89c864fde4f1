/**
 * Deletion of an account (GDPR erasure): requested, withdrawn within thirty days, done by a worker after them. Owns the
 * registry of personal data in every table and is the only module that erases by it; what the law requires to keep stays.
 * Until then the platform's `route` refuses the reader all other writes. By the same registry a reader's data are made into
 * an archive (GDPR access and portability).
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/privacy/anonymization.ts'
import * as archiveEndpoints from '#contract/privacy/data-archive.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { downloadDataArchive } from './download-data-archive.ts'
import { readDataArchive } from './read-data-archive.ts'
import { requestAnonymization } from './request-anonymization.ts'
import { requestDataArchive } from './request-data-archive.ts'
import { withdrawAnonymization } from './withdraw-anonymization.ts'

export { eraseDueReaders } from './erase-due-readers.ts'
export { consumeDataArchives } from './make-data-archive.ts'
export { removeOutdated } from './remove-outdated.ts'
export { requestAnonymization } from './request-anonymization.ts'
export { withdrawAnonymization } from './withdraw-anonymization.ts'

export function registerPrivacy(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.requestAnonymization, ({ actor }) => requestAnonymization(deps, actor))
  route(app, endpoints.withdrawAnonymization, ({ actor }) => withdrawAnonymization(deps, actor))
  route(app, archiveEndpoints.readDataArchive, ({ actor }) => readDataArchive(deps, actor))
  route(app, archiveEndpoints.requestDataArchive, ({ actor }) => requestDataArchive(deps, actor))
  route(app, archiveEndpoints.downloadDataArchive, ({ actor, params, reply }) =>
    downloadDataArchive(deps, actor, params.id, reply),
  )
}
