CREATE TABLE "connections" (
	"application_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"database" text NOT NULL,
	"user" text NOT NULL,
	"password" text NOT NULL,
	"tls" text NOT NULL,
	"zone" text NOT NULL,
	"allows_private" boolean DEFAULT false NOT NULL,
	"freshness" integer DEFAULT 60 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "columns" ADD COLUMN "stored_name" text;--> statement-breakpoint
ALTER TABLE "columns" ADD COLUMN "is_local_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "connection" jsonb;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "may_connect" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;