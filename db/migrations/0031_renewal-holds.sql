CREATE TABLE "renewal_holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"held_at" timestamptz(3) NOT NULL,
	"missed" integer,
	"released_at" timestamptz(3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "renewal_holds_open" ON "renewal_holds" USING btree ((released_at is null)) WHERE released_at is null;