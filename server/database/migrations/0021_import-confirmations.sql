ALTER TABLE "datasets" ADD COLUMN "empty_rules" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "request" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "confirmation" jsonb;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "hash" text;