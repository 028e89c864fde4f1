ALTER TABLE "users" ADD COLUMN "was_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "users" SET "was_confirmed" = true WHERE "confirmed_at" IS NULL AND EXISTS (
  SELECT FROM "activity_log" WHERE "user_id" = "users"."id" AND "kind" = 'email_changed' AND "details"->>'by' = 'staff');
