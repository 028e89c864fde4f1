CREATE TABLE "data_archive_chunks" (
	"archive_id" integer NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "data_archive_chunks_archive_id_position_pk" PRIMARY KEY("archive_id","position")
);
--> statement-breakpoint
CREATE TABLE "data_archives" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_archives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"requested_at" timestamptz(3) NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamptz(3),
	"ready_at" timestamptz(3),
	"expires_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "data_archive_chunks" ADD CONSTRAINT "data_archive_chunks_archive_id_data_archives_id_fk" FOREIGN KEY ("archive_id") REFERENCES "public"."data_archives"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_archives" ADD CONSTRAINT "data_archives_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "data_archives_user" ON "data_archives" USING btree ("user_id","id");