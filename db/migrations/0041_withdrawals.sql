CREATE TABLE "withdrawals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"refund_id" integer NOT NULL,
	"received_at" timestamptz(3) NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "withdrawals_paymentId_unique" UNIQUE("payment_id"),
	CONSTRAINT "withdrawals_refundId_unique" UNIQUE("refund_id"),
	CONSTRAINT "withdrawals_by" CHECK ("withdrawals"."by" in ('reader', 'visitor'))
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;