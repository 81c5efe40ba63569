CREATE TABLE "local_files" (
	"id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"backup" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "segment_numbers" (
	"dataset_id" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warehouse_inserts" (
	"dataset_id" text NOT NULL,
	"number" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "warehouse_inserts_dataset_id_number_pk" PRIMARY KEY("dataset_id","number")
);
--> statement-breakpoint
ALTER TABLE "columns" ADD COLUMN "stored_types" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "local_files" ADD CONSTRAINT "local_files_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;