CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "installation_only" CHECK ("installation"."only")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checkout_request" jsonb;--> statement-breakpoint
ALTER TABLE "recurring_profiles" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
INSERT INTO "installation" DEFAULT VALUES;
