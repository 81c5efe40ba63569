CREATE TABLE "calculated_columns" (
	"id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"role" text NOT NULL,
	"format" text DEFAULT 'plain' NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"aggregation" text DEFAULT 'automatic' NOT NULL,
	"label" jsonb DEFAULT '{"en_US":"","zh_CN":""}'::jsonb NOT NULL,
	"description" jsonb DEFAULT '{"en_US":"","zh_CN":""}'::jsonb NOT NULL,
	"expression" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calculated_columns" ADD CONSTRAINT "calculated_columns_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calculated_columns_name" ON "calculated_columns" USING btree ("dataset_id","name");