import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'

/** Has every mail of a template refused for good by its recipient's server, as the job leaves it. */
export async function refuseMails(db: Db, template: string): Promise<void> {
  await db.execute(
    sql.raw(`create function refuse_${template}() returns trigger language plpgsql as $$ begin
    new.payload := old.payload; new.delivered_at := null; new.refused_at := now(); new.failure := 'MailRefused 554 5.7.1';
    return new; end $$`),
  )
  await db.execute(
    sql.raw(`create trigger refuse_${template} before update on outbox_messages for each row
    when (new.template = '${template}') execute function refuse_${template}()`),
  )
}
