CREATE TABLE "activity_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_key" text,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"street" text,
	"number" text NOT NULL,
	"city" text NOT NULL,
	"zip" text,
	"country" text NOT NULL,
	"company_name" text,
	"company_id" text,
	"company_tax_id" text,
	"company_vat_id" text,
	"changed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "addresses_sourceKey_unique" UNIQUE("source_key"),
	CONSTRAINT "addresses_type" CHECK ("addresses"."type" in ('invoice', 'print'))
);
--> statement-breakpoint
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "activity_log_user" ON "activity_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "addresses_user" ON "addresses" USING btree ("user_id");