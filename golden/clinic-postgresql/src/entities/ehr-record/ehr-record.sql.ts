// Generated from the charter "clinic". Not to be changed: generating again writes it anew.

import type { EntitySql } from '../../sql-store/index.ts'

/** Pieces of SQL over one row `t`; `sql-store` joins them with AND, ORDER BY and LIMIT, and binds every value. */
export const ehrRecordSql: EntitySql = {
  entity: 'EhrRecord',
  table: '"public"."ehr_record"',
  from: '"public"."ehr_record" AS t',
  removeFrom: 'DELETE FROM "public"."ehr_record" AS t',
  visible: null,
  everywhere: null,
  columns: {
    id: {
      select: 't."id"',
      sort: 't."id"',
      storage: { kind: 'text' },
      json: "(coalesce('\"' || t.\"id\" || '\"', 'null'))",
      filters: {
        eq: 't."id" = ?::uuid',
        ne: 't."id" <> ?::uuid',
        in: 't."id" = ANY (ARRAY(SELECT e.v::uuid FROM jsonb_array_elements_text(?::jsonb) AS e (v)))',
        isNull: 't."id" IS NULL',
      },
    },
    kind: {
      select: 't."kind"',
      sort: 't."kind"',
      storage: { kind: 'text' },
      json: '(coalesce(to_json((t."kind")::text)::text, \'null\'))',
      filters: {
        eq: 't."kind" = ?::text',
        ne: 't."kind" <> ?::text',
        in: 't."kind" = ANY (ARRAY(SELECT e.v::text FROM jsonb_array_elements_text(?::jsonb) AS e (v)))',
        isNull: 't."kind" IS NULL',
      },
    },
    title: {
      select: 't."title"',
      sort: 't."title"',
      storage: { kind: 'text' },
      json: '(coalesce(to_json((t."title")::text)::text, \'null\'))',
      aggregate: { min: 'min(t."title")', max: 'max(t."title")' },
      filters: {
        eq: 't."title" = ?::text',
        ne: 't."title" <> ?::text',
        lt: 't."title" < ?::text',
        le: 't."title" <= ?::text',
        gt: 't."title" > ?::text',
        ge: 't."title" >= ?::text',
        in: 't."title" = ANY (ARRAY(SELECT e.v::text FROM jsonb_array_elements_text(?::jsonb) AS e (v)))',
        like: "t.\"title\" LIKE regexp_replace(?::text, '^(([^\\\\]|\\\\.)*)\\\\$', '\\1\\\\\\\\')",
        startsWith: 't."title" ^@ ?::text',
        isNull: 't."title" IS NULL',
      },
    },
    body: {
      select: 't."body"',
      sort: 't."body"',
      storage: { kind: 'text' },
      json: '(coalesce(to_json((t."body")::text)::text, \'null\'))',
      aggregate: { min: 'min(t."body")', max: 'max(t."body")' },
      filters: {
        eq: 't."body" = ?::text',
        ne: 't."body" <> ?::text',
        lt: 't."body" < ?::text',
        le: 't."body" <= ?::text',
        gt: 't."body" > ?::text',
        ge: 't."body" >= ?::text',
        in: 't."body" = ANY (ARRAY(SELECT e.v::text FROM jsonb_array_elements_text(?::jsonb) AS e (v)))',
        like: "t.\"body\" LIKE regexp_replace(?::text, '^(([^\\\\]|\\\\.)*)\\\\$', '\\1\\\\\\\\')",
        startsWith: 't."body" ^@ ?::text',
        isNull: 't."body" IS NULL',
      },
    },
    recordedAt: {
      select: 't."recordedAt"',
      sort: 't."recordedAt"',
      storage: { kind: 'timestamptz' },
      json: "(CASE WHEN t.\"recordedAt\" >= '0001-01-01+00' AND t.\"recordedAt\" < '10000-01-01+00' THEN '\"' || replace(left(t.\"recordedAt\"::text, -3), ' ', 'T') || 'Z\"' WHEN t.\"recordedAt\" IS NULL THEN 'null' ELSE chr(1) END)",
      aggregate: { min: 'min(t."recordedAt")', max: 'max(t."recordedAt")' },
      filters: {
        eq: 't."recordedAt" = ?::timestamptz',
        ne: 't."recordedAt" <> ?::timestamptz',
        lt: 't."recordedAt" < ?::timestamptz',
        le: 't."recordedAt" <= ?::timestamptz',
        gt: 't."recordedAt" > ?::timestamptz',
        ge: 't."recordedAt" >= ?::timestamptz',
        in: 't."recordedAt" = ANY (ARRAY(SELECT e.v::timestamptz FROM jsonb_array_elements_text(?::jsonb) AS e (v)))',
        isNull: 't."recordedAt" IS NULL',
      },
    },
    patientId: {
      select: 't."patientId"',
      sort: 't."patientId"',
      storage: { kind: 'text' },
      json: "(coalesce('\"' || t.\"patientId\" || '\"', 'null'))",
      filters: {
        eq: 't."patientId" = ?::uuid',
        ne: 't."patientId" <> ?::uuid',
        in: 't."patientId" = ANY (ARRAY(SELECT e.v::uuid FROM jsonb_array_elements_text(?::jsonb) AS e (v)))',
        isNull: 't."patientId" IS NULL',
      },
    },
  },
  byKey: 't."id" = ?::uuid',
  version: 't."_version"',
  rules: {
    'EhrRecord.clinician': {
      sql: '((SELECT r1."ward" FROM "public"."patient" AS r1 WHERE r1."id" = t."patientId"))::text COLLATE "C" = (?::text)::text',
      params: [{ kind: 'principal', name: 'ward', storage: { kind: 'text' } }],
      reads: ['"public"."patient"'],
    },
    'EhrRecord.auditor': { sql: 'true', params: [] },
  },
  tenancy: null,
  insert: {
    sql: 'INSERT INTO "public"."ehr_record" AS t ("id", "kind", "title", "body", "recordedAt", "patientId") VALUES (?::uuid, ?::text, ?::text, ?::text, ?::timestamptz, ?::uuid)',
    fields: ['id', 'kind', 'title', 'body', 'recordedAt', 'patientId'],
  },
  insertIf: {
    sql: 'INSERT INTO "public"."ehr_record" AS t ("id", "kind", "title", "body", "recordedAt", "patientId") SELECT "id", "kind", "title", "body", "recordedAt", "patientId" FROM (SELECT ?::uuid AS "id", ?::text AS "kind", ?::text AS "title", ?::text AS "body", ?::timestamptz AS "recordedAt", ?::uuid AS "patientId") AS t',
    fields: ['id', 'kind', 'title', 'body', 'recordedAt', 'patientId'],
  },
  insertedKey: null,
  update: {
    sql: 'UPDATE "public"."ehr_record" AS t SET "kind" = ?::text, "title" = ?::text, "body" = ?::text, "recordedAt" = ?::timestamptz, "patientId" = ?::uuid, "_version" = t."_version" + 1 WHERE t."id" = ?::uuid',
    fields: ['kind', 'title', 'body', 'recordedAt', 'patientId'],
  },
  remove: 'DELETE FROM "public"."ehr_record" AS t WHERE t."id" = ?::uuid',
  proposed: {
    sql: 'SELECT 1 FROM (SELECT ?::uuid AS "id", ?::text AS "kind", ?::text AS "title", ?::text AS "body", ?::timestamptz AS "recordedAt", ?::uuid AS "patientId") AS t WHERE ',
    fields: ['id', 'kind', 'title', 'body', 'recordedAt', 'patientId'],
  },
  relations: {
    patient: {
      target: 'Patient',
      from: '"public"."patient" AS t',
      parentKey: ['t."id"'],
      match: 't."id" = ANY (ARRAY(SELECT e.v::uuid FROM jsonb_array_elements_text(?::jsonb) AS e (v)))',
    },
  },
  lines: "string_agg(c0, '\n' ORDER BY place)",
}
