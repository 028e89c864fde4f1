ALTER TABLE "outbox_messages" ADD COLUMN "given_up_at" timestamptz(3);--> statement-breakpoint
-- Jobs are given up after three days: a message that has failed and is older is tried no more.
UPDATE "outbox_messages" SET "given_up_at" = "created_at" + interval '3 days'
  WHERE "delivered_at" IS NULL AND "refused_at" IS NULL AND "failure" IS NOT NULL AND "created_at" < now() - interval '4 days';
