CREATE TABLE "storm_shield_proofs" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "country" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "storm_shield_proofs_expiry" ON "storm_shield_proofs" USING btree ("expires_at");