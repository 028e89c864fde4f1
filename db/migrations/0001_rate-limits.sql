-- Counters of rate-limiter-flexible, which names the columns.
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
CREATE INDEX IF NOT EXISTS "rate_limits_expire" ON "rate_limits" ("expire");
