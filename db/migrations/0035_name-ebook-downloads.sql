ALTER TABLE "ebook_downloads" ADD COLUMN "file" text;--> statement-breakpoint
ALTER TABLE "ebook_downloads" ADD COLUMN "download_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ebook_downloads_download" ON "ebook_downloads" USING btree ("user_id","download_id");