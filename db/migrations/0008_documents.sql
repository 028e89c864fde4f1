CREATE TABLE "document_counters" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_counters_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"issued_at" timestamptz(3) NOT NULL,
	"amount_cents" integer NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "documents_kind" CHECK ("documents"."kind" in ('receipt','invoice','credit_note')),
	CONSTRAINT "documents_serial" CHECK ("documents"."serial" > 0),
	CONSTRAINT "documents_amount" CHECK (("documents"."amount_cents" < 0) = ("documents"."kind" = 'credit_note'))
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "documents_number" ON "documents" USING btree ("kind","year","serial");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "documents_payment" ON "documents" USING btree ("payment_id") WHERE kind <> 'credit_note';--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "documents_credit" ON "documents" USING btree ("payment_id") WHERE kind = 'credit_note';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_user" ON "documents" USING btree ("user_id","issued_at");