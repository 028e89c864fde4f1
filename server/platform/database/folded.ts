import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Letters with marks, as they are written in Slovakia, and the plain ones; capitals too, since `lower` may know ASCII only. */
const marked = 'áäčďéěíĺľňóöőôŕřšťúüűůýžÁÄČĎÉĚÍĹĽŇÓÖŐÔŔŘŠŤÚÜŰŮÝŽ'
const plain = 'aacdeeillnoooorrstuuuuyz'.repeat(2)

/**
 * A text as it is searched: in small letters without marks. Immutable, so that an index may be made of it; `unaccent` is not.
 *
 * @param text a column or a value
 */
export const foldedSql = (text: SQLWrapper | string): SQL =>
  sql`translate(lower(${text}), ${sql.raw(`'${marked}', '${plain}'`)})`
