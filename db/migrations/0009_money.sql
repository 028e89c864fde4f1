CREATE SEQUENCE "public"."variable_symbols" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9999999999 START WITH 9000000001 CACHE 1;--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"product_code" text NOT NULL,
	"method" text NOT NULL,
	"state" text NOT NULL,
	"price_cents" integer NOT NULL,
	"gift_email" text,
	"gift_date" date,
	"address" jsonb,
	"request_key" text,
	"request_hash" text NOT NULL,
	"payment_id" integer NOT NULL,
	"checkout_url" text,
	"subscription_id" integer,
	"created_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"paid_at" timestamptz(3),
	CONSTRAINT "orders_paymentId_unique" UNIQUE("payment_id"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('waiting', 'paid', 'failed', 'expired')),
	CONSTRAINT "orders_gift" CHECK (("orders"."gift_email" is null) = ("orders"."gift_date" is null))
);
--> statement-breakpoint
CREATE TABLE "card_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"subscription_id" integer NOT NULL,
	"state" text NOT NULL,
	"payment_id" integer NOT NULL,
	"checkout_url" text,
	"overdue_renewal_id" integer,
	"created_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	CONSTRAINT "card_changes_paymentId_unique" UNIQUE("payment_id"),
	CONSTRAINT "card_changes_state" CHECK ("card_changes"."state" in ('waiting', 'verified', 'refunded', 'declined', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "stop_surveys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stop_surveys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"survey_id" text NOT NULL,
	"answers" jsonb NOT NULL,
	"feedback" text,
	"at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upgrades" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upgrades_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"offer_code" text NOT NULL,
	"product_code" text NOT NULL,
	"payment_id" integer NOT NULL,
	"opened_id" integer,
	"failed_at" timestamptz(3),
	CONSTRAINT "upgrades_paymentId_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
DROP INDEX "recurring_profiles_live";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "variable_symbol" SET DEFAULT nextval('variable_symbols')::text;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "purpose" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "gateway_key" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checkout_reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settled_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asked_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD COLUMN "payment_id" integer;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD COLUMN "claimed_until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD COLUMN "reminded_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD COLUMN "card_warned_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "renewal_of" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "anchor_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_changes" ADD CONSTRAINT "card_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_changes" ADD CONSTRAINT "card_changes_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_changes" ADD CONSTRAINT "card_changes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_changes" ADD CONSTRAINT "card_changes_overdue_renewal_id_recurring_profiles_id_fk" FOREIGN KEY ("overdue_renewal_id") REFERENCES "public"."recurring_profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_surveys" ADD CONSTRAINT "stop_surveys_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrades" ADD CONSTRAINT "upgrades_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrades" ADD CONSTRAINT "upgrades_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrades" ADD CONSTRAINT "upgrades_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrades" ADD CONSTRAINT "upgrades_opened_id_subscriptions_id_fk" FOREIGN KEY ("opened_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "orders_request" ON "orders" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_waiting" ON "orders" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "card_changes_one" ON "card_changes" USING btree ("subscription_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_changes_waiting" ON "card_changes" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "stop_surveys_subscription" ON "stop_surveys" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "upgrades_one" ON "upgrades" USING btree ("subscription_id") WHERE failed_at is null;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD CONSTRAINT "recurring_profiles_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_renewal_of_subscriptions_id_fk" FOREIGN KEY ("renewal_of") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_messages_topic" ON "outbox_messages" USING btree ("topic") WHERE delivered_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_open" ON "payments" USING btree ("at") WHERE state in ('created', 'submitted', 'unknown');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_to_give_back" ON "payments" USING btree ("at") WHERE purpose = 'verification' and state = 'paid';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_transfer" ON "payments" USING btree ("variable_symbol") WHERE method = 'bank_transfer';--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "recurring_profiles_live" ON "recurring_profiles" USING btree ("subscription_id") WHERE state <> 'charge_failed';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_gatewayKey_unique" UNIQUE("gateway_key");--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD CONSTRAINT "recurring_profiles_paymentId_unique" UNIQUE("payment_id");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_renewalOf_unique" UNIQUE("renewal_of");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_purpose" CHECK ("payments"."purpose" in ('order','renewal','upgrade','verification'));