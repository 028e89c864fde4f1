CREATE TABLE "experiment_results" (
	"experiment_key" text NOT NULL,
	"variation_id" integer NOT NULL,
	"split_test_group" integer NOT NULL,
	"variation_key" text NOT NULL,
	"views" integer NOT NULL,
	"first_at" timestamptz(3) NOT NULL,
	"last_at" timestamptz(3) NOT NULL,
	CONSTRAINT "experiment_results_experiment_key_variation_id_split_test_group_pk" PRIMARY KEY("experiment_key","variation_id","split_test_group")
);
--> statement-breakpoint
CREATE TABLE "feature_flags" (
	"key" text PRIMARY KEY NOT NULL,
	"definition" jsonb NOT NULL
);
