CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamptz(3) NOT NULL,
	"who" text NOT NULL,
	"operation" text NOT NULL,
	"target" text,
	"reader_id" integer,
	"outcome" text NOT NULL,
	"refusal" text,
	"before" jsonb,
	"after" jsonb,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"revoked_at" timestamptz(3),
	"last_used_at" timestamptz(3),
	CONSTRAINT "operator_tokens_name_unique" UNIQUE("name"),
	CONSTRAINT "operator_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_log_reader" ON "audit_log" USING btree ("reader_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_log_operation" ON "audit_log" USING btree ("operation");