CREATE TABLE "value_labels" (
	"column_id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"source" jsonb,
	"labels" jsonb NOT NULL,
	"revision" text NOT NULL,
	"ambiguous" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "value_labels" ADD CONSTRAINT "value_labels_column_id_columns_id_fk" FOREIGN KEY ("column_id") REFERENCES "public"."columns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_labels" ADD CONSTRAINT "value_labels_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;