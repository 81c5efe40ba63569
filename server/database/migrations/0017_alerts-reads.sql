DROP INDEX "alerts_dataset";--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "reads" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "alerts" SET "reads" = array["dataset_id"];--> statement-breakpoint
CREATE INDEX "alerts_reads" ON "alerts" USING gin ("reads");--> statement-breakpoint
ALTER TABLE "alerts" DROP COLUMN "dataset_id";