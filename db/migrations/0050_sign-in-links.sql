CREATE TABLE "sign_in_links" (
	"browser_hash" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"email_hash" text NOT NULL,
	"user_id" integer,
	"remember" boolean NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"sent_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "sign_in_links_token" ON "sign_in_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sign_in_links_user" ON "sign_in_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sign_in_links_expiry" ON "sign_in_links" USING btree ("expires_at");