CREATE TABLE "service_mode" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"since" timestamptz(3) NOT NULL,
	"until" timestamptz(3),
	CONSTRAINT "service_mode_only" CHECK ("service_mode"."only")
);
