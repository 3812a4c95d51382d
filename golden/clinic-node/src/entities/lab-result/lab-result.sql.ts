// Generated from the charter "clinic". Not to be changed: generating again writes it anew.

import type { EntitySql } from '../../sql-store/index.ts'

/** Pieces of SQL over one row `t`; `sql-store` joins them with AND, ORDER BY and LIMIT, and binds every value. */
export const labResultSql: EntitySql = {
  entity: 'LabResult',
  table: '"lab_result"',
  from: '"lab_result" AS t',
  removeFrom: 'DELETE FROM "lab_result" AS t',
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
    test: {
      select: 't."test"',
      sort: 't."test"',
      storage: { kind: 'text' },
      aggregate: { min: 'min(t."test")', max: 'max(t."test")' },
      filters: {
        eq: 't."test" = ?',
        ne: 't."test" <> ?',
        lt: 't."test" < ?',
        le: 't."test" <= ?',
        gt: 't."test" > ?',
        ge: 't."test" >= ?',
        in: 't."test" IN (SELECT value FROM json_each(?))',
        like: 'charter_like(?, t."test")',
        startsWith: 'instr(t."test", ?) = 1',
        isNull: 't."test" IS NULL',
      },
    },
    value: {
      select: 'CAST(t."value" AS TEXT)',
      sort: 't."value"',
      storage: { kind: 'scaled', scale: 3 },
      aggregate: {
        min: 'CAST(min(t."value") AS TEXT)',
        max: 'CAST(max(t."value") AS TEXT)',
        sum: 'sum(t."value" >> 32) || \':\' || sum(t."value" & 4294967295)',
        count: 'count(t."value")',
      },
      filters: {
        eq: 't."value" = ?',
        ne: 't."value" <> ?',
        lt: 't."value" < ?',
        le: 't."value" <= ?',
        gt: 't."value" > ?',
        ge: 't."value" >= ?',
        in: 't."value" IN (SELECT value FROM json_each(?))',
        isNull: 't."value" IS NULL',
      },
    },
    unit: {
      select: 't."unit"',
      sort: 't."unit"',
      storage: { kind: 'text' },
      aggregate: { min: 'min(t."unit")', max: 'max(t."unit")' },
      filters: {
        eq: 't."unit" = ?',
        ne: 't."unit" <> ?',
        lt: 't."unit" < ?',
        le: 't."unit" <= ?',
        gt: 't."unit" > ?',
        ge: 't."unit" >= ?',
        in: 't."unit" IN (SELECT value FROM json_each(?))',
        like: 'charter_like(?, t."unit")',
        startsWith: 'instr(t."unit", ?) = 1',
        isNull: 't."unit" IS NULL',
      },
    },
    isAbnormal: {
      select: 't."isAbnormal"',
      sort: 't."isAbnormal"',
      storage: { kind: 'boolean' },
      filters: {
        eq: 't."isAbnormal" = ?',
        ne: 't."isAbnormal" <> ?',
        in: 't."isAbnormal" IN (SELECT value FROM json_each(?))',
        isNull: 't."isAbnormal" IS NULL',
      },
    },
    takenAt: {
      select: 'CAST(t."takenAt" AS TEXT)',
      sort: 't."takenAt"',
      storage: { kind: 'micros' },
      aggregate: { min: 'CAST(min(t."takenAt") AS TEXT)', max: 'CAST(max(t."takenAt") AS TEXT)' },
      filters: {
        eq: 't."takenAt" = ?',
        ne: 't."takenAt" <> ?',
        lt: 't."takenAt" < ?',
        le: 't."takenAt" <= ?',
        gt: 't."takenAt" > ?',
        ge: 't."takenAt" >= ?',
        in: 't."takenAt" IN (SELECT value FROM json_each(?))',
        isNull: 't."takenAt" IS NULL',
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
    'LabResult.clinician': {
      sql: '(SELECT r1."ward" FROM "patient" AS r1 WHERE r1."id" = t."patientId") = ?',
      params: [{ kind: 'principal', name: 'ward', storage: { kind: 'text' } }],
    },
    'LabResult.auditor': { sql: '1', params: [] },
  },
  tenancy: null,
  insert: {
    sql: 'INSERT INTO "lab_result" ("id", "test", "value", "unit", "isAbnormal", "takenAt", "patientId") VALUES (?, ?, ?, ?, ?, ?, ?)',
    fields: ['id', 'test', 'value', 'unit', 'isAbnormal', 'takenAt', 'patientId'],
  },
  insertedKey: null,
  update: {
    sql: 'UPDATE "lab_result" AS t SET "test" = ?, "value" = ?, "unit" = ?, "isAbnormal" = ?, "takenAt" = ?, "patientId" = ?, "_version" = t."_version" + 1 WHERE t."id" = ?',
    fields: ['test', 'value', 'unit', 'isAbnormal', 'takenAt', 'patientId'],
  },
  remove: 'DELETE FROM "lab_result" AS t WHERE t."id" = ?',
  proposed: {
    sql: 'SELECT 1 FROM (SELECT ? AS "id", ? AS "test", ? AS "value", ? AS "unit", ? AS "isAbnormal", ? AS "takenAt", ? AS "patientId") AS t WHERE ',
    fields: ['id', 'test', 'value', 'unit', 'isAbnormal', 'takenAt', 'patientId'],
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
