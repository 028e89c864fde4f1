CREATE TABLE "disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"gateway_reference" text NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"respond_by" timestamptz(3),
	"opened_at" timestamptz(3) NOT NULL,
	"closed_at" timestamptz(3),
	CONSTRAINT "disputes_gatewayReference_unique" UNIQUE("gateway_reference"),
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('inquiry', 'needs_response', 'under_review', 'won', 'lost'))
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "disputes_payment" ON "disputes" USING btree ("payment_id");