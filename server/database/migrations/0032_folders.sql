CREATE TABLE "folders" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" text,
	"member_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "grants" DROP CONSTRAINT "grants_thing";--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "folder_id" text;--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "folder_id" text;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "folder_id" text;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "folders_parent" ON "folders" USING btree ("parent_id");--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboards" ADD CONSTRAINT "dashboards_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grants_folder" ON "grants" USING btree ("folder_id",coalesce(member_id, ''));--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_thing" CHECK (num_nonnulls(dashboard_id, application_id, folder_id) = 1);