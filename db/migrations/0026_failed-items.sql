CREATE TABLE "failed_items" (
	"task" text NOT NULL,
	"item" text NOT NULL,
	"first_at" timestamptz(3) NOT NULL,
	"last_at" timestamptz(3) NOT NULL,
	"tries" integer NOT NULL,
	"reason" text NOT NULL,
	"next_at" timestamptz(3) NOT NULL,
	CONSTRAINT "failed_items_task_item_pk" PRIMARY KEY("task","item")
);
