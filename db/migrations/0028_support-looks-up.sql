DROP INDEX "payments_transfer";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "forum_profiles_nickname" ON "forum_profiles" USING btree ("nickname") WHERE nickname is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_email_beginning" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_phone" ON "users" USING btree ("phone") WHERE phone is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_variable_symbol" ON "payments" USING btree ("variable_symbol");