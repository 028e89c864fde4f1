CREATE TABLE "coupon_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"product_code" text NOT NULL,
	"size" integer NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"voided_at" timestamptz(3),
	CONSTRAINT "coupon_batches_name_unique" UNIQUE("name"),
	CONSTRAINT "coupon_batches_kind" CHECK ("coupon_batches"."kind" in ('code', 'giveaway')),
	CONSTRAINT "coupon_batches_size" CHECK ("coupon_batches"."size" between 1 and 10000)
);
--> statement-breakpoint
CREATE TABLE "bank_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account" text NOT NULL,
	"entry_key" text NOT NULL,
	"reference" text NOT NULL,
	"statement" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"is_debit" boolean NOT NULL,
	"is_reversal" boolean NOT NULL,
	"variable_symbol" text,
	"payer_name" text,
	"payer_account" text,
	"message" text,
	"state" text NOT NULL,
	"reason" text,
	"payment_id" integer,
	"taken_at" timestamptz(3) NOT NULL,
	"settled_at" timestamptz(3),
	"note" text,
	CONSTRAINT "bank_entries_state" CHECK ("bank_entries"."state" in ('waiting', 'confirmed', 'unmatched', 'matched', 'dismissed')),
	CONSTRAINT "bank_entries_amount" CHECK ("bank_entries"."amount_cents" >= 0),
	CONSTRAINT "bank_entries_reason" CHECK ("bank_entries"."state" <> 'unmatched' or "bank_entries"."reason" is not null),
	CONSTRAINT "bank_entries_paid" CHECK ("bank_entries"."state" not in ('confirmed', 'matched') or "bank_entries"."payment_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "planned_prices" (
	"product_code" text NOT NULL,
	"from_day" date NOT NULL,
	"price_cents" integer NOT NULL,
	"print_cents" integer NOT NULL,
	"applied_at" timestamptz(3),
	"former_cents" integer,
	CONSTRAINT "planned_prices_product_code_from_day_pk" PRIMARY KEY("product_code","from_day"),
	CONSTRAINT "planned_prices_print" CHECK ("planned_prices"."print_cents" between 0 and "planned_prices"."price_cents")
);
--> statement-breakpoint
CREATE TABLE "vat_rates" (
	"kind" text NOT NULL,
	"from_day" date NOT NULL,
	"percent" integer NOT NULL,
	CONSTRAINT "vat_rates_kind_from_day_pk" PRIMARY KEY("kind","from_day"),
	CONSTRAINT "vat_rates_kind" CHECK ("vat_rates"."kind" in ('digital', 'print')),
	CONSTRAINT "vat_rates_percent" CHECK ("vat_rates"."percent" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "batch_id" integer;--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD CONSTRAINT "coupon_batches_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_prices" ADD CONSTRAINT "planned_prices_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "bank_entries_key" ON "bank_entries" USING btree ("account","entry_key");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "bank_entries_payment" ON "bank_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "bank_entries_confirmed" ON "bank_entries" USING btree ("payment_id") WHERE state = 'confirmed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "bank_entries_waiting" ON "bank_entries" USING btree ("id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "bank_entries_unmatched" ON "bank_entries" USING btree ("id") WHERE state = 'unmatched';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "planned_prices_due" ON "planned_prices" USING btree ("from_day") WHERE applied_at is null;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_batch_id_coupon_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."coupon_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupons_batch" ON "coupons" USING btree ("batch_id");