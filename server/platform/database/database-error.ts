import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** PostgreSQL's own error; undefined for any other error. */
export function databaseErrorOf(error: unknown): DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError ? cause : undefined
}
