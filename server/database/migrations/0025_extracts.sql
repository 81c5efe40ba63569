CREATE TABLE "extracts" (
	"id" text PRIMARY KEY NOT NULL,
	"application_id" text NOT NULL,
	"dataset_id" text,
	"name" text NOT NULL,
	"member_id" text,
	"editor_id" text,
	"dataset_limit" text[],
	"source" jsonb NOT NULL,
	"columns" jsonb,
	"targets" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_value" jsonb,
	"schedule" jsonb,
	"zone" text NOT NULL,
	"next_run_at" timestamp with time zone,
	"last_run_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" jsonb,
	"import_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "extract_id" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "extract_run" jsonb;--> statement-breakpoint
ALTER TABLE "extracts" ADD CONSTRAINT "extracts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extracts" ADD CONSTRAINT "extracts_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extracts" ADD CONSTRAINT "extracts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extracts" ADD CONSTRAINT "extracts_editor_id_members_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "extracts_due" ON "extracts" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "extracts_application" ON "extracts" USING btree ("application_id");--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_extract_id_extracts_id_fk" FOREIGN KEY ("extract_id") REFERENCES "public"."extracts"("id") ON DELETE set null ON UPDATE no action;