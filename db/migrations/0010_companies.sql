CREATE TABLE "accesses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accesses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_key" text,
	"subscription_id" integer NOT NULL,
	"email" text NOT NULL,
	"invited_at" timestamptz(3) NOT NULL,
	"link_key" text NOT NULL,
	"link_expires_at" timestamptz(3) NOT NULL,
	"link_sent_at" timestamptz(3),
	"user_id" integer,
	"active_from" timestamptz(3),
	"seat_subscription_id" integer,
	"deactivated_at" timestamptz(3),
	CONSTRAINT "accesses_sourceKey_unique" UNIQUE("source_key"),
	CONSTRAINT "accesses_linkKey_unique" UNIQUE("link_key"),
	CONSTRAINT "accesses_seatSubscriptionId_unique" UNIQUE("seat_subscription_id"),
	CONSTRAINT "accesses_taken" CHECK (("accesses"."user_id" is null) = ("accesses"."active_from" is null))
);
--> statement-breakpoint
CREATE TABLE "shared_subscriptions" (
	"subscription_id" integer PRIMARY KEY NOT NULL,
	"source_key" text,
	"kind" text NOT NULL,
	"administrator_id" integer NOT NULL,
	"seats" integer NOT NULL,
	"company_name" text,
	"company_id" text,
	"company_tax_id" text,
	"company_vat_id" text,
	CONSTRAINT "shared_subscriptions_sourceKey_unique" UNIQUE("source_key"),
	CONSTRAINT "shared_subscriptions_kind" CHECK ("shared_subscriptions"."kind" in ('company', 'family')),
	CONSTRAINT "shared_subscriptions_seats" CHECK ("shared_subscriptions"."seats" > 0)
);
--> statement-breakpoint
ALTER TABLE "accesses" ADD CONSTRAINT "accesses_subscription_id_shared_subscriptions_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."shared_subscriptions"("subscription_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accesses" ADD CONSTRAINT "accesses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accesses" ADD CONSTRAINT "accesses_seat_subscription_id_subscriptions_id_fk" FOREIGN KEY ("seat_subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_subscriptions" ADD CONSTRAINT "shared_subscriptions_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_subscriptions" ADD CONSTRAINT "shared_subscriptions_administrator_id_users_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "accesses_subscription" ON "accesses" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "accesses_user" ON "accesses" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "accesses_open_email" ON "accesses" USING btree ("subscription_id","email") WHERE deactivated_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "accesses_open_user" ON "accesses" USING btree ("subscription_id","user_id") WHERE deactivated_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "shared_subscriptions_administrator" ON "shared_subscriptions" USING btree ("administrator_id");