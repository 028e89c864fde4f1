-- People stand in the alphabet by their surname.
DROP INDEX "followables_name_sk";--> statement-breakpoint
DROP INDEX "followables_name_en";--> statement-breakpoint
ALTER TABLE "followables" ALTER COLUMN "name_sk" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "followables" ALTER COLUMN "name_en" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "followables" ADD COLUMN "sort_sk" text COLLATE "sk-x-icu" GENERATED ALWAYS AS (case when kind = 'topic' then name_sk else regexp_replace(name_sk, '^(.*) ([^ ]+)$', '\2 \1') end) STORED;--> statement-breakpoint
ALTER TABLE "followables" ADD COLUMN "sort_en" text COLLATE "en-x-icu" GENERATED ALWAYS AS (case when kind = 'topic' then name_en else regexp_replace(name_en, '^(.*) ([^ ]+)$', '\2 \1') end) STORED;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "followables_sort_sk" ON "followables" USING btree ("kind","sort_sk","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "followables_sort_en" ON "followables" USING btree ("kind","sort_en","id");