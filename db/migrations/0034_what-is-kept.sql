CREATE TABLE "retention_runs" (
	"table_name" text PRIMARY KEY NOT NULL,
	"done_on" date
);
--> statement-breakpoint
ALTER TABLE "devices" DROP CONSTRAINT "devices_session_id_sessions_id_fk";
--> statement-breakpoint
ALTER TABLE "refresh_tokens" DROP CONSTRAINT "refresh_tokens_session_id_sessions_id_fk";
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "activity_log_at" ON "activity_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "devices_session" ON "devices" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refresh_tokens_expiry" ON "refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_end" ON "sessions" USING btree (coalesce("ended_at", "last_used_at"));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_unconfirmed" ON "users" USING btree ("registered_at") WHERE confirmed_at is null and anonymized_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_messages_created" ON "outbox_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_log_at" ON "audit_log" USING btree ("at");