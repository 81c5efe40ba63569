CREATE TABLE "grants" (
	"dashboard_id" text,
	"application_id" text,
	"member_id" text,
	"right" text NOT NULL,
	CONSTRAINT "grants_thing" CHECK (num_nonnulls(dashboard_id, application_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "charts" ADD COLUMN "reads" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grants_dashboard" ON "grants" USING btree ("dashboard_id",coalesce(member_id, ''));--> statement-breakpoint
CREATE UNIQUE INDEX "grants_application" ON "grants" USING btree ("application_id",coalesce(member_id, ''));--> statement-breakpoint
UPDATE "charts" SET "reads" = array["chart"->'ask'->>'dataset'] WHERE "chart"->'ask' ? 'dataset';--> statement-breakpoint
INSERT INTO "grants" ("dashboard_id", "right") SELECT "id", 'edit' FROM "dashboards";--> statement-breakpoint
INSERT INTO "grants" ("application_id", "right") SELECT "id", 'edit' FROM "applications";
