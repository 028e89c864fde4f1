ALTER TABLE "coupons" ADD COLUMN "source_hash" text;--> statement-breakpoint
-- Codes that were loaded: those of batches, and of gifts that were bought or sent here, are in no file.
UPDATE "coupons" SET "source_hash" = "code_hash" WHERE "batch_id" IS NULL
  AND NOT EXISTS (SELECT FROM "gifts" WHERE "coupon_id" = "coupons"."id" AND "link_version" IS NOT NULL);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "coupons_source" ON "coupons" USING btree ("source_hash");