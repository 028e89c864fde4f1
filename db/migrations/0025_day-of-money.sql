ALTER TABLE "payments" ADD COLUMN "paid_on" date;
--> statement-breakpoint
-- What was paid so far: the bank's day where an entry paid it, else the day on which it was settled or asked for.
UPDATE "payments" SET "paid_on" = coalesce(
	(SELECT min("booked_on") FROM "bank_entries" WHERE "payment_id" = "payments"."id" AND "bank_entries"."state" IN ('confirmed', 'matched')),
	(CASE WHEN "payments"."state" = 'paid' THEN coalesce("settled_at", "at") ELSE "at" END AT TIME ZONE 'Europe/Bratislava')::date
) WHERE "state" IN ('paid', 'refunded');
