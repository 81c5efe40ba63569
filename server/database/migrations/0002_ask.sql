CREATE TABLE "asked" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"sql" text NOT NULL,
	"params" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"milliseconds" integer,
	"rows" bigint,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "charts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"chart" jsonb NOT NULL,
	"member_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "metrics" (
	"id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"name" text NOT NULL,
	"label" jsonb DEFAULT '{"en_US":"","zh_CN":""}'::jsonb NOT NULL,
	"format" text DEFAULT 'plain' NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"formula" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "asked" ADD CONSTRAINT "asked_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charts" ADD CONSTRAINT "charts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metrics" ADD CONSTRAINT "metrics_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asked_member" ON "asked" USING btree ("member_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "metrics_name" ON "metrics" USING btree ("dataset_id","name");