ALTER TABLE "forum_posts" ADD COLUMN "key" text;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "forum_posts_key" ON "forum_posts" USING btree ("member_id","key");