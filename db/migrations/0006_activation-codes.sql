CREATE TABLE "coupons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code_hash" text NOT NULL,
	"kind" text NOT NULL,
	"product_code" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3),
	"used_by" integer,
	"subscription_id" integer,
	"use_key" text,
	CONSTRAINT "coupons_codeHash_unique" UNIQUE("code_hash"),
	CONSTRAINT "coupons_kind" CHECK ("coupons"."kind" in ('code', 'giveaway', 'gift')),
	CONSTRAINT "coupons_used" CHECK (("coupons"."used_at" is null) = ("coupons"."used_by" is null))
);
--> statement-breakpoint
CREATE TABLE "gifts" (
	"coupon_id" integer PRIMARY KEY NOT NULL,
	"buyer_id" integer NOT NULL,
	"payment_id" integer,
	"email" text NOT NULL,
	"recipient_name" text,
	"message" text,
	"send_on" date NOT NULL,
	"sent_at" timestamptz(3),
	CONSTRAINT "gifts_paymentId_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "coupons_use_key" ON "coupons" USING btree ("used_by","use_key");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "gifts_buyer" ON "gifts" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "gifts_due" ON "gifts" USING btree ("send_on") WHERE sent_at is null;