ALTER TABLE "cards" ADD COLUMN "to_forget" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cards_to_forget" ON "cards" USING btree ("id") WHERE to_forget;