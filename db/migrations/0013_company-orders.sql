ALTER TABLE "shared_subscriptions" ADD COLUMN "ends_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shared_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shared_act" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shared_id_subscriptions_id_fk" FOREIGN KEY ("shared_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_shared" ON "orders" USING btree ("shared_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shared" CHECK (("orders"."shared_id" is null) = ("orders"."shared_act" is null));