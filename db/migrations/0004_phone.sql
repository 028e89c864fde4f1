CREATE TABLE "control_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "control_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3),
	"replaced_at" timestamptz(3),
	CONSTRAINT "control_codes_kind" CHECK ("control_codes"."kind" in ('phone', 'email', 'storm_shield'))
);
--> statement-breakpoint
CREATE TABLE "demo_texts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "demo_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"to" text NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamptz(3) NOT NULL,
	CONSTRAINT "demo_texts_messageId_unique" UNIQUE("message_id")
);
--> statement-breakpoint
ALTER TABLE "control_codes" ADD CONSTRAINT "control_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "control_codes_open" ON "control_codes" USING btree ("user_id","kind") WHERE used_at is null and replaced_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "control_codes_sent" ON "control_codes" USING btree ("user_id","kind","sent_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "demo_texts_to" ON "demo_texts" USING btree ("to");