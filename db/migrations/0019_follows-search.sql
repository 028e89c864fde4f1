DROP INDEX "followables_search";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "followables_search" ON "followables" USING gin ("search_words") WITH (fastupdate=false);