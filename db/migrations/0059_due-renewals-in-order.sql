DROP INDEX "recurring_profiles_due";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "recurring_profiles_due" ON "recurring_profiles" USING btree ("charge_at","id") WHERE state = 'active';