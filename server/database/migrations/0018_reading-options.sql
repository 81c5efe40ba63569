ALTER TABLE "datasets" ADD COLUMN "reading" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "options" jsonb DEFAULT '{}'::jsonb NOT NULL;