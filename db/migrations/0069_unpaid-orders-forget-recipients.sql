UPDATE "orders" SET "gift_email" = '', "gift_name" = NULL, "gift_message" = NULL
  WHERE "gift_email" <> '' AND "method" = 'card' AND "state" IN ('failed', 'expired');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_gift_email" ON "orders" USING btree ("gift_email") WHERE gift_email <> '';
