CREATE TABLE "verification_marks" (
	"dataset_id" text NOT NULL,
	"metric_id" text,
	"member_id" text,
	"note" text NOT NULL,
	"definition" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "metrics" ADD COLUMN "description" jsonb DEFAULT '{"en_US":"","zh_CN":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_marks" ADD CONSTRAINT "verification_marks_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_marks" ADD CONSTRAINT "verification_marks_metric_id_metrics_id_fk" FOREIGN KEY ("metric_id") REFERENCES "public"."metrics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_marks" ADD CONSTRAINT "verification_marks_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "verification_marks_subject" ON "verification_marks" USING btree ("dataset_id",coalesce(metric_id, ''));