ALTER TABLE "forum_profiles" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "forum_members" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;