CREATE TABLE "remaps" (
	"id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"member_id" text,
	"mapping" jsonb NOT NULL,
	"pairs" jsonb NOT NULL,
	"entries" jsonb NOT NULL,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "remaps" ADD CONSTRAINT "remaps_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remaps" ADD CONSTRAINT "remaps_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remaps_dataset" ON "remaps" USING btree ("dataset_id","created_at");