-- Trigrams: an extension that comes with PostgreSQL and that the owner of a database may create.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_email_parts" ON "users" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_name_parts" ON "users" USING gin ((translate(lower("name"), 'áäčďéěíĺľňóöőôŕřšťúüűůýžÁÄČĎÉĚÍĹĽŇÓÖŐÔŔŘŠŤÚÜŰŮÝŽ', 'aacdeeillnoooorrstuuuuyzaacdeeillnoooorrstuuuuyz')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_of_payment" ON "documents" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_paid_on" ON "payments" USING btree ("paid_on","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "recurring_profiles_subscription" ON "recurring_profiles" USING btree ("subscription_id");