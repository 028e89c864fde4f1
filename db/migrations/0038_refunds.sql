CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"access" text NOT NULL,
	"way" text NOT NULL,
	"iban" text,
	"recipient" text,
	"state" text NOT NULL,
	"key" text NOT NULL,
	"gateway_reference" text,
	"exported_as" text,
	"requested_at" timestamptz(3) NOT NULL,
	"sent_at" timestamptz(3),
	"arrived_at" timestamptz(3),
	CONSTRAINT "refunds_key_unique" UNIQUE("key"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('requested', 'sent', 'arrived', 'failed')),
	CONSTRAINT "refunds_access" CHECK ("refunds"."access" in ('end', 'shorten', 'keep')),
	CONSTRAINT "refunds_way" CHECK ("refunds"."way" in ('card', 'transfer'))
);
--> statement-breakpoint
DROP INDEX "documents_credit";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "refund_id" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "refunded_cents" = "amount_cents" WHERE "state" = 'refunded';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refunds_open" ON "refunds" USING btree ("id") WHERE state in ('requested', 'failed');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refunds_exported" ON "refunds" USING btree ("exported_as");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refundId_unique" UNIQUE("refund_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents");