CREATE TABLE "relations" (
	"id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"related_id" text NOT NULL,
	"label" jsonb DEFAULT '{"en_US":"","zh_CN":""}'::jsonb NOT NULL,
	"cardinality" text NOT NULL,
	"keys" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_related_id_datasets_id_fk" FOREIGN KEY ("related_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "relations_dataset" ON "relations" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "relations_related" ON "relations" USING btree ("related_id");