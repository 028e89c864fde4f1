ALTER TABLE "gifts" ADD COLUMN "reminded_for" integer;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "template" text;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "refused_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "last_decline" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_messages_user" ON "outbox_messages" USING btree ("user_id","id") WHERE user_id is not null;