CREATE TABLE "demo_load" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"finished_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "registration_source" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "registration_referer" text;