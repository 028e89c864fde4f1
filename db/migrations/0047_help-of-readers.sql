CREATE TABLE "faq_uses" (
	"day" date NOT NULL,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "faq_uses_day_locale_kind_about_pk" PRIMARY KEY("day","locale","kind","about")
);
--> statement-breakpoint
ALTER TABLE "faq_answers" ADD COLUMN "asked_sk" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "faq_answers" ADD COLUMN "asked_en" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "faq_answers" ADD COLUMN "related" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "faq_answers" ADD COLUMN "act" text;