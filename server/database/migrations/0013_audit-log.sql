CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"act" text NOT NULL,
	"outcome" text NOT NULL,
	"code" text,
	"member_id" text,
	"member_name" text,
	"thing" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"by_key" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_member" ON "audit" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "audit_act" ON "audit" USING btree ("act","id");