ALTER TABLE "recurring_profiles" ADD COLUMN "last_failure" text;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD COLUMN "price_cents" integer;--> statement-breakpoint
-- Readers were always shown what the product costs now.
UPDATE "recurring_profiles" SET "price_cents" = "products"."price_cents" FROM "products" WHERE "products"."code" = "next_product_code";--> statement-breakpoint
ALTER TABLE "recurring_profiles" ALTER COLUMN "price_cents" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD COLUMN "coming_cents" integer;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD COLUMN "coming_from" timestamptz(3);--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD CONSTRAINT "recurring_profiles_coming" CHECK (("recurring_profiles"."coming_cents" is null) = ("recurring_profiles"."coming_from" is null));