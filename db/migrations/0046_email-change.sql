ALTER TABLE "mailed_links" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD COLUMN "mailbox_moved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_confirmed_at" timestamptz(3);