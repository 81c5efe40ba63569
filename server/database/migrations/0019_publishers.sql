ALTER TABLE "alerts" ADD COLUMN "editor_id" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "dataset_limit" text[];--> statement-breakpoint
ALTER TABLE "asked" ADD COLUMN "tables" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "publishers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "editor_id" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "dataset_limit" text[];--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "editor_id" text;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "dataset_limit" text[];--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_editor_id_members_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_editor_id_members_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_editor_id_members_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "alerts" SET "editor_id" = "member_id";--> statement-breakpoint
UPDATE "reports" SET "editor_id" = "member_id";--> statement-breakpoint
UPDATE "shares" SET "editor_id" = "member_id";--> statement-breakpoint
UPDATE "shares" s SET "zone" = coalesce(
  (SELECT nullif(m.preferences->>'zone', '') FROM members m WHERE m.id = s.member_id),
  (SELECT nullif(n.settings->>'zone', '') FROM notification_settings n WHERE n.member_id = s.member_id),
  CASE s.language WHEN 'zh_CN' THEN 'Asia/Shanghai' ELSE 'UTC' END
);--> statement-breakpoint
-- Each part of a dashboard was published by the author of the version in which its question last changed.
WITH parts AS (
  SELECT v.dashboard_id, v.number, v.member_id, 'card ' || (c->>'id') AS part,
    jsonb_build_array(c->'chart'->'ask', c->'time', c->'path', c->'numbers') AS question
  FROM dashboard_versions v
  CROSS JOIN LATERAL jsonb_array_elements(v.document->'tabs') t
  CROSS JOIN LATERAL jsonb_array_elements(t->'cards') c
  UNION ALL
  SELECT v.dashboard_id, v.number, v.member_id, 'control ' || (c->>'id'),
    jsonb_build_array(c->'targets', c->'isMany', c->'value')
  FROM dashboard_versions v
  CROSS JOIN LATERAL jsonb_array_elements(v.document->'controls') c
  UNION ALL
  SELECT v.dashboard_id, v.number, v.member_id, 'time', v.document->'time'
  FROM dashboard_versions v
), steps AS (
  SELECT parts.*, lag(question) OVER history AS question_before, lag(number) OVER history AS number_before
  FROM parts
  WINDOW history AS (PARTITION BY dashboard_id, part ORDER BY number)
), changes AS (
  SELECT DISTINCT ON (dashboard_id, part) dashboard_id, part, member_id
  FROM steps
  WHERE question IS DISTINCT FROM question_before OR number_before IS DISTINCT FROM number - 1
  ORDER BY dashboard_id, part, number DESC
)
UPDATE dashboards d SET publishers = p.publishers
FROM (
  SELECT dashboard_id, jsonb_object_agg(part, member_id) AS publishers
  FROM changes WHERE member_id IS NOT NULL GROUP BY dashboard_id
) p
WHERE p.dashboard_id = d.id;
