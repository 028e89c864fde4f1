ALTER TABLE "users" ADD COLUMN "foreign_id" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_with_password" ON "users" USING btree ("id") WHERE password_hash is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_foreignId_unique" UNIQUE("foreign_id");