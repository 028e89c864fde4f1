-- Newsletters and follows. Names are kept in the order of the Slovak and the English alphabet (ICU collations).
CREATE TABLE "followables" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "followables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"name_sk" text COLLATE "sk-x-icu" NOT NULL,
	"name_en" text COLLATE "en-x-icu" NOT NULL,
	"detail_sk" text,
	"detail_en" text,
	"search_text" text NOT NULL,
	"search_words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_text)) STORED
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"user_id" integer NOT NULL,
	"followable_id" integer NOT NULL,
	"followed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "follows_user_id_followable_id_pk" PRIMARY KEY("user_id","followable_id")
);
--> statement-breakpoint
CREATE TABLE "unfollow_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unfollow_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"requested_at" timestamptz(3) NOT NULL,
	"done_before" timestamptz(3) NOT NULL,
	"done_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "newsletter_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"recipient_id" integer NOT NULL,
	"newsletter_code" text NOT NULL,
	"decision" text NOT NULL,
	"made_at" timestamptz(3) NOT NULL,
	"made_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_leaving_reasons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_leaving_reasons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"newsletter_codes" text[] NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"told_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"codes" text[] NOT NULL,
	"sent_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"confirmed_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "newsletter_recipients_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "newsletter_signups" (
	"recipient_id" integer NOT NULL,
	"newsletter_code" text NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	"changed_by" text NOT NULL,
	"snoozed_until" timestamptz(3),
	CONSTRAINT "newsletter_signups_recipient_id_newsletter_code_pk" PRIMARY KEY("recipient_id","newsletter_code")
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"code" text PRIMARY KEY NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "newsletters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"category" text NOT NULL,
	"order" integer NOT NULL,
	"title_sk" text NOT NULL,
	"title_en" text NOT NULL,
	"description_sk" text NOT NULL,
	"description_en" text NOT NULL,
	"frequency_sk" text NOT NULL,
	"frequency_en" text NOT NULL,
	"sample_path" text,
	"locked" boolean NOT NULL,
	CONSTRAINT "newsletters_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followable_id_followables_id_fk" FOREIGN KEY ("followable_id") REFERENCES "public"."followables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unfollow_requests" ADD CONSTRAINT "unfollow_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_decisions" ADD CONSTRAINT "newsletter_decisions_recipient_id_newsletter_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."newsletter_recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_decisions" ADD CONSTRAINT "newsletter_decisions_newsletter_code_newsletters_code_fk" FOREIGN KEY ("newsletter_code") REFERENCES "public"."newsletters"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_signups" ADD CONSTRAINT "newsletter_signups_recipient_id_newsletter_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."newsletter_recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_signups" ADD CONSTRAINT "newsletter_signups_newsletter_code_newsletters_code_fk" FOREIGN KEY ("newsletter_code") REFERENCES "public"."newsletters"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "followables_code" ON "followables" USING btree ("kind","code");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "followables_name_sk" ON "followables" USING btree ("kind","name_sk","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "followables_name_en" ON "followables" USING btree ("kind","name_en","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "followables_search" ON "followables" USING gin ("search_words");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "follows_followable" ON "follows" USING btree ("followable_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "unfollow_requests_open" ON "unfollow_requests" USING btree ("user_id","kind") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "newsletter_decisions_recipient" ON "newsletter_decisions" USING btree ("recipient_id","newsletter_code");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "newsletter_links_expiry" ON "newsletter_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "newsletter_signups_newsletter" ON "newsletter_signups" USING btree ("newsletter_code","state");