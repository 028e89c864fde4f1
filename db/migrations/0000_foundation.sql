CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"last_activity" timestamptz(3) NOT NULL,
	"removed_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "ebook_downloads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ebook_downloads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faq_answers" (
	"slug" text PRIMARY KEY NOT NULL,
	"category_code" text NOT NULL,
	"order" integer NOT NULL,
	"question_sk" text NOT NULL,
	"question_en" text NOT NULL,
	"answer_sk" text NOT NULL,
	"answer_en" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faq_categories" (
	"code" text PRIMARY KEY NOT NULL,
	"title_sk" text NOT NULL,
	"title_en" text NOT NULL,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "extern_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "extern_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"linked_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailed_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"sent_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3),
	"replaced_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"issued_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"token_epoch" integer NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"last_used_at" timestamptz(3) NOT NULL,
	"user_agent" text NOT NULL,
	"remember" boolean NOT NULL,
	"ended_at" timestamptz(3),
	"ended_because" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text,
	"confirmed_at" timestamptz(3),
	"password_hash" text,
	"token_epoch" integer DEFAULT 0 NOT NULL,
	"locale" text NOT NULL,
	"registered_at" timestamptz(3) NOT NULL,
	"registered_via" text NOT NULL,
	"phone" text,
	"phone_to_change" text,
	"post_inbox" boolean DEFAULT false NOT NULL,
	"swg_linked" boolean DEFAULT false NOT NULL,
	"main_account_id" integer,
	"anonymization_requested_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "layout_blocks" (
	"block" text NOT NULL,
	"locale" text NOT NULL,
	"items" jsonb NOT NULL,
	CONSTRAINT "layout_blocks_block_locale_pk" PRIMARY KEY("block","locale")
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"payload" jsonb,
	"delivered_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_key" text,
	"user_id" integer NOT NULL,
	"gateway_token" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"valid_until" date NOT NULL,
	CONSTRAINT "cards_sourceKey_unique" UNIQUE("source_key")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_key" text,
	"user_id" integer NOT NULL,
	"product_code" text NOT NULL,
	"method" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"variable_symbol" text,
	"card_id" integer,
	CONSTRAINT "payments_sourceKey_unique" UNIQUE("source_key"),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('created','submitted','paid','failed','unknown','refunded')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"code" text PRIMARY KEY NOT NULL,
	"group" text NOT NULL,
	"audience" text NOT NULL,
	"price_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"length" text NOT NULL,
	"access" text[] NOT NULL,
	"device_limit" integer NOT NULL,
	"seats" integer NOT NULL,
	"renews_into" text,
	"name_sk" text NOT NULL,
	"name_en" text NOT NULL,
	"sold" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recurring_profiles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recurring_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"card_id" integer,
	"state" text NOT NULL,
	"charge_at" timestamptz(3) NOT NULL,
	"next_product_code" text NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamptz(3),
	CONSTRAINT "recurring_profiles_state" CHECK ("recurring_profiles"."state" in ('active','charged','charge_failed','user_stop','admin_stop','system_stop'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_key" text,
	"user_id" integer NOT NULL,
	"product_code" text NOT NULL,
	"price_cents" integer NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"ends_at" timestamptz(3) NOT NULL,
	"payment_id" integer,
	CONSTRAINT "subscriptions_sourceKey_unique" UNIQUE("source_key"),
	CONSTRAINT "subscriptions_period" CHECK ("subscriptions"."starts_at" < "subscriptions"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "demo_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "demo_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sent_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clock_offset" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"offset_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ebook_downloads" ADD CONSTRAINT "ebook_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_answers" ADD CONSTRAINT "faq_answers_category_code_faq_categories_code_fk" FOREIGN KEY ("category_code") REFERENCES "public"."faq_categories"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extern_accounts" ADD CONSTRAINT "extern_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_main_account_id_users_id_fk" FOREIGN KEY ("main_account_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD CONSTRAINT "recurring_profiles_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD CONSTRAINT "recurring_profiles_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD CONSTRAINT "recurring_profiles_next_product_code_products_code_fk" FOREIGN KEY ("next_product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "devices_user" ON "devices" USING btree ("user_id","last_activity");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "ebook_downloads_user" ON "ebook_downloads" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "extern_accounts_subject" ON "extern_accounts" USING btree ("provider","subject");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "extern_accounts_user" ON "extern_accounts" USING btree ("user_id","provider");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mailed_links_user" ON "mailed_links" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_main_account" ON "users" USING btree ("main_account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cards_user" ON "cards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_user" ON "payments" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "recurring_profiles_live" ON "recurring_profiles" USING btree ("subscription_id") WHERE state in ('active', 'user_stop', 'admin_stop', 'system_stop');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "recurring_profiles_due" ON "recurring_profiles" USING btree ("charge_at") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "subscriptions_user" ON "subscriptions" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "demo_mails_to" ON "demo_mails" USING btree ("to");