CREATE TABLE "avatars" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "avatars_member_id_unique" UNIQUE("member_id")
);
--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;