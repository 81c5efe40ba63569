CREATE TABLE "report_letters" (
	"id" text PRIMARY KEY NOT NULL,
	"report_id" text NOT NULL,
	"recipient_id" text,
	"tested_by" text,
	"to" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claim" text,
	"claimed_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" jsonb,
	"file_name" text,
	"bytes" integer,
	"is_linked" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_recipients" (
	"id" text PRIMARY KEY NOT NULL,
	"report_id" text NOT NULL,
	"member_id" text,
	"address" text,
	"language" text,
	"state" jsonb NOT NULL,
	"place" integer NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"member_id" text,
	"dashboard_id" text NOT NULL,
	"format" text NOT NULL,
	"schedule" jsonb NOT NULL,
	"zone" text NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_letters" ADD CONSTRAINT "report_letters_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_letters" ADD CONSTRAINT "report_letters_recipient_id_report_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."report_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_letters" ADD CONSTRAINT "report_letters_tested_by_members_id_fk" FOREIGN KEY ("tested_by") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipients" ADD CONSTRAINT "report_recipients_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipients" ADD CONSTRAINT "report_recipients_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_letters_once" ON "report_letters" USING btree ("recipient_id","slot") WHERE tested_by is null;--> statement-breakpoint
CREATE INDEX "report_letters_report" ON "report_letters" USING btree ("report_id","slot");--> statement-breakpoint
CREATE INDEX "report_letters_due" ON "report_letters" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "report_recipients_who" ON "report_recipients" USING btree ("report_id",coalesce(member_id, address));--> statement-breakpoint
CREATE INDEX "reports_due" ON "reports" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "reports_dashboard" ON "reports" USING btree ("dashboard_id");