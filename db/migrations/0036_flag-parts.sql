CREATE TABLE "feature_parts" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"definition" jsonb NOT NULL,
	CONSTRAINT "feature_parts_kind_key_pk" PRIMARY KEY("kind","key"),
	CONSTRAINT "feature_parts_kind" CHECK ("feature_parts"."kind" in ('saved_group', 'contextual_bandit'))
);
