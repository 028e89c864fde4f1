CREATE TABLE "forum_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forum_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamptz(3) NOT NULL,
	"decided_at" timestamptz(3),
	"reason_sk" text,
	"reason_en" text
);
--> statement-breakpoint
CREATE TABLE "forum_nicknames" (
	"skeleton" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"used" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_profiles" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"nickname" text,
	"blog" text,
	"visibility" text DEFAULT 'private' NOT NULL,
	"banned_at" timestamptz(3),
	"ban_reason_sk" text,
	"ban_reason_en" text
);
--> statement-breakpoint
CREATE TABLE "forum_member_follows" (
	"follower_id" integer NOT NULL,
	"followed_id" integer NOT NULL,
	"followed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "forum_member_follows_follower_id_followed_id_pk" PRIMARY KEY("follower_id","followed_id")
);
--> statement-breakpoint
CREATE TABLE "forum_members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forum_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reader" text NOT NULL,
	"nickname" text,
	"blog" text,
	"visibility" text DEFAULT 'private' NOT NULL,
	"banned" boolean DEFAULT false NOT NULL,
	CONSTRAINT "forum_members_reader_unique" UNIQUE("reader")
);
--> statement-breakpoint
CREATE TABLE "forum_posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forum_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_key" text,
	"topic_id" integer NOT NULL,
	"member_id" integer NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamptz(3) NOT NULL,
	CONSTRAINT "forum_posts_sourceKey_unique" UNIQUE("source_key")
);
--> statement-breakpoint
CREATE TABLE "forum_topic_follows" (
	"member_id" integer NOT NULL,
	"topic_id" integer NOT NULL,
	CONSTRAINT "forum_topic_follows_member_id_topic_id_pk" PRIMARY KEY("member_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "forum_topics" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forum_topics_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"active_at" timestamptz(3) NOT NULL,
	CONSTRAINT "forum_topics_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "forum_changes" ADD CONSTRAINT "forum_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_nicknames" ADD CONSTRAINT "forum_nicknames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_profiles" ADD CONSTRAINT "forum_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_member_follows" ADD CONSTRAINT "forum_member_follows_follower_id_forum_members_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."forum_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_member_follows" ADD CONSTRAINT "forum_member_follows_followed_id_forum_members_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."forum_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_member_id_forum_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."forum_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topic_follows" ADD CONSTRAINT "forum_topic_follows_member_id_forum_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."forum_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topic_follows" ADD CONSTRAINT "forum_topic_follows_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "forum_changes_waiting" ON "forum_changes" USING btree ("user_id","kind") WHERE state = 'requested';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "forum_changes_newest" ON "forum_changes" USING btree ("user_id","kind","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "forum_nicknames_user" ON "forum_nicknames" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "forum_member_follows_followed" ON "forum_member_follows" USING btree ("followed_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "forum_posts_member" ON "forum_posts" USING btree ("member_id","written_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "forum_posts_topic" ON "forum_posts" USING btree ("topic_id","written_at");