DROP INDEX "followables_search";--> statement-breakpoint
CREATE INDEX "followables_search" ON "followables" USING gin ("search_words") WITH (fastupdate=false);