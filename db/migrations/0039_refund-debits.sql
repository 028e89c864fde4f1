DROP INDEX "bank_entries_confirmed";--> statement-breakpoint
CREATE UNIQUE INDEX "bank_entries_confirmed" ON "bank_entries" USING btree ("payment_id") WHERE state = 'confirmed' and not is_debit;