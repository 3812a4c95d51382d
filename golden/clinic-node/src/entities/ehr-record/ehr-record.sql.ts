// Generated from the charter "clinic". Not to be changed: generating again writes it anew.

import type { EntitySql } from '../../sql-store/index.ts'

/** Pieces of SQL over one row `t`; `sql-store` joins them with AND, ORDER BY and LIMIT, and binds every value. */
export const ehrRecordSql: EntitySql = {
  entity: 'EhrRecord',
  table: '"ehr_record"',
  from: '"ehr_record" AS t',
  removeFrom: 'DELETE FROM "ehr_record" AS t',
  visible: null,
  everywhere: '(random() & 63 OR charter_in_time())',
  columns: {
    id: {
      select: 't."id"',
      sort: 't."id"',
      storage: { kind: 'text' },
      filters: {
        eq: 't."id" = ?',
        ne: 't."id" <> ?',
        in: 't."id" IN (SELECT value FROM json_each(?))',
        isNull: 't."id" IS NULL',
      },
    },
    kind: {
      select: 't."kind"',
      sort: 't."kind"',
      storage: { kind: 'text' },
      filters: {
        eq: 't."kind" = ?',
        ne: 't."kind" <> ?',
        in: 't."kind" IN (SELECT value FROM json_each(?))',
        isNull: 't."kind" IS NULL',
      },
    },
    title: {
      select: 't."title"',
      sort: 't."title"',
      storage: { kind: 'text' },
      aggregate: { min: 'min(t."title")', max: 'max(t."title")' },
      filters: {
        eq: 't."title" = ?',
        ne: 't."title" <> ?',
        lt: 't."title" < ?',
        le: 't."title" <= ?',
        gt: 't."title" > ?',
        ge: 't."title" >= ?',
        in: 't."title" IN (SELECT value FROM json_each(?))',
        like: 'charter_like(?, t."title")',
        startsWith: 'instr(t."title", ?) = 1',
        isNull: 't."title" IS NULL',
      },
    },
    body: {
      select: 't."body"',
      sort: 't."body"',
      storage: { kind: 'text' },
      aggregate: { min: 'min(t."body")', max: 'max(t."body")' },
      filters: {
        eq: 't."body" = ?',
        ne: 't."body" <> ?',
        lt: 't."body" < ?',
        le: 't."body" <= ?',
        gt: 't."body" > ?',
        ge: 't."body" >= ?',
        in: 't."body" IN (SELECT value FROM json_each(?))',
        like: 'charter_like(?, t."body")',
        startsWith: 'instr(t."body", ?) = 1',
        isNull: 't."body" IS NULL',
      },
    },
    recordedAt: {
      select: 'CAST(t."recordedAt" AS TEXT)',
      sort: 't."recordedAt"',
      storage: { kind: 'micros' },
      aggregate: { min: 'CAST(min(t."recordedAt") AS TEXT)', max: 'CAST(max(t."recordedAt") AS TEXT)' },
      filters: {
        eq: 't."recordedAt" = ?',
        ne: 't."recordedAt" <> ?',
        lt: 't."recordedAt" < ?',
        le: 't."recordedAt" <= ?',
        gt: 't."recordedAt" > ?',
        ge: 't."recordedAt" >= ?',
        in: 't."recordedAt" IN (SELECT value FROM json_each(?))',
        isNull: 't."recordedAt" IS NULL',
      },
    },
    patientId: {
      select: 't."patientId"',
      sort: 't."patientId"',
      storage: { kind: 'text' },
      filters: {
        eq: 't."patientId" = ?',
        ne: 't."patientId" <> ?',
        in: 't."patientId" IN (SELECT value FROM json_each(?))',
        isNull: 't."patientId" IS NULL',
      },
    },
  },
  byKey: 't."id" = ?',
  version: 'CAST(t."_version" AS TEXT)',
  rules: {
    'EhrRecord.clinician': {
      sql: '(SELECT r1."ward" FROM "patient" AS r1 WHERE r1."id" = t."patientId") = ?',
      params: [{ kind: 'principal', name: 'ward', storage: { kind: 'text' } }],
      reads: ['"patient"'],
    },
    'EhrRecord.auditor': { sql: '1', params: [] },
  },
  tenancy: null,
  insert: {
    sql: 'INSERT INTO "ehr_record" ("id", "kind", "title", "body", "recordedAt", "patientId") VALUES (?, ?, ?, ?, ?, ?)',
    fields: ['id', 'kind', 'title', 'body', 'recordedAt', 'patientId'],
  },
  insertedKey: null,
  update: {
    sql: 'UPDATE "ehr_record" AS t SET "kind" = ?, "title" = ?, "body" = ?, "recordedAt" = ?, "patientId" = ?, "_version" = t."_version" + 1 WHERE t."id" = ?',
    fields: ['kind', 'title', 'body', 'recordedAt', 'patientId'],
  },
  remove: 'DELETE FROM "ehr_record" AS t WHERE t."id" = ?',
  proposed: {
    sql: 'SELECT 1 FROM (SELECT ? AS "id", ? AS "kind", ? AS "title", ? AS "body", ? AS "recordedAt", ? AS "patientId") AS t WHERE ',
    fields: ['id', 'kind', 'title', 'body', 'recordedAt', 'patientId'],
  },
  relations: {
    patient: {
      target: 'Patient',
      from: '"patient" AS t',
      parentKey: ['t."id"'],
      match: 't."id" IN (SELECT value FROM json_each(?))',
    },
  },
  lines: "string_agg(c0, '\n' ORDER BY place)",
}
