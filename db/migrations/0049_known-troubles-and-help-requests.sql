CREATE SEQUENCE "public"."help_request_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "known_troubles" (
	"code" text PRIMARY KEY NOT NULL,
	"title_sk" text NOT NULL,
	"title_en" text NOT NULL,
	"text_sk" text NOT NULL,
	"text_en" text NOT NULL,
	"link" text,
	"access" text[] DEFAULT '{}' NOT NULL,
	"since" timestamptz(3) NOT NULL,
	"until" timestamptz(3)
);
