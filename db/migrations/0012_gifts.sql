ALTER TABLE "gifts" ADD COLUMN "link_version" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_message" text;