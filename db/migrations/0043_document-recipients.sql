CREATE TABLE "document_recipients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"added_at" timestamptz(3) NOT NULL,
	"stopped_at" timestamptz(3),
	CONSTRAINT "document_recipients_locale" CHECK ("document_recipients"."locale" in ('sk', 'en'))
);
--> statement-breakpoint
ALTER TABLE "shared_subscriptions" ADD COLUMN "buyer_reference" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_reference" text;--> statement-breakpoint
ALTER TABLE "document_recipients" ADD CONSTRAINT "document_recipients_subscription_id_shared_subscriptions_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."shared_subscriptions"("subscription_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "document_recipients_email" ON "document_recipients" USING btree ("subscription_id","email");