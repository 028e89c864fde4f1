import { sql } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { TestApp } from '../setup/test-app.ts'

/** Refusals are right, whoever was first. @returns what is not: errors of the server */
export async function faultOf(act: (() => Promise<unknown>) | undefined): Promise<string[]> {
  try {
    const { statusCode = 200, body } = ((await act?.()) ?? {}) as { statusCode?: number; body?: string }
    return statusCode < 500 ? [] : [`${statusCode} ${body}`]
  } catch (error) {
    return error instanceof AppError ? [] : [String(error)]
  }
}

/** PostgreSQL ends one of two that wait for each other: its act is done later, or was an error of the server. */
export async function countDeadlocks({ deps }: Pick<TestApp, 'deps'>): Promise<number> {
  const counted = await deps.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return counted.rows[0]?.deadlocks ?? 0
}
