ALTER TABLE "upgrades" DROP CONSTRAINT "upgrades_paymentId_unique";--> statement-breakpoint
ALTER TABLE "upgrades" ALTER COLUMN "offer_code" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "begins" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "present_ids" integer[];--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rest_until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "upgrades" ADD COLUMN "credited_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "upgrades" ADD COLUMN "former_starts_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "upgrades" ADD COLUMN "former_ends_at" timestamptz(3);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "upgrades_payment" ON "upgrades" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "upgrades_opened" ON "upgrades" USING btree ("opened_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_begins" CHECK ("orders"."begins" in ('at_once', 'after', 'instead', 'beside'));
--> statement-breakpoint
UPDATE "upgrades" SET
  "former_starts_at" = former."starts_at",
  "former_ends_at" = opened."ends_at",
  "credited_cents" = round(former."price_cents" * extract(epoch from opened."ends_at" - opened."starts_at")
    / extract(epoch from opened."ends_at" - former."starts_at"))
FROM "subscriptions" former, "subscriptions" opened
WHERE former."id" = "upgrades"."subscription_id" AND opened."id" = "upgrades"."opened_id";
