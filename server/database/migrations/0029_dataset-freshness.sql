CREATE TABLE "freshness" (
	"id" text PRIMARY KEY NOT NULL,
	"newest" text,
	"expectation" jsonb,
	"member_id" text,
	"expected_since" timestamp with time zone,
	"late_since" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "freshness" ADD CONSTRAINT "freshness_id_datasets_id_fk" FOREIGN KEY ("id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freshness" ADD CONSTRAINT "freshness_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "freshness_due" ON "freshness" USING btree ("next_check_at");