CREATE TABLE "push_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" text NOT NULL,
	"datasets" jsonb NOT NULL,
	"frame" "bytea" NOT NULL,
	"quarantined_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "push_log" ADD CONSTRAINT "push_log_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_log_unsealed" ON "push_log" USING btree ("application_id","id") WHERE "push_log"."quarantined_at" is null;