// Generated from the charter "clinic". Not to be changed: generating again writes it anew.

import type { EntitySql } from '../../sql-store/index.ts'

/** Pieces of SQL over one row `t`; `sql-store` joins them with AND, ORDER BY and LIMIT, and binds every value. */
export const prescriptionSql: EntitySql = {
  entity: 'Prescription',
  from: '"prescription" AS t',
  removeFrom: 'DELETE FROM "prescription" AS t',
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
    drug: {
      select: 't."drug"',
      sort: 't."drug"',
      storage: { kind: 'text' },
      aggregate: { min: 'min(t."drug")', max: 'max(t."drug")' },
      filters: {
        eq: 't."drug" = ?',
        ne: 't."drug" <> ?',
        lt: 't."drug" < ?',
        le: 't."drug" <= ?',
        gt: 't."drug" > ?',
        ge: 't."drug" >= ?',
        in: 't."drug" IN (SELECT value FROM json_each(?))',
        like: 'charter_like(?, t."drug")',
        startsWith: 'instr(t."drug", ?) = 1',
        isNull: 't."drug" IS NULL',
      },
    },
    dose: {
      select: 'CAST(t."dose" AS TEXT)',
      sort: 't."dose"',
      storage: { kind: 'scaled', scale: 2 },
      aggregate: {
        min: 'CAST(min(t."dose") AS TEXT)',
        max: 'CAST(max(t."dose") AS TEXT)',
        sum: 'sum(t."dose" >> 32) || \':\' || sum(t."dose" & 4294967295)',
        count: 'count(t."dose")',
      },
      filters: {
        eq: 't."dose" = ?',
        ne: 't."dose" <> ?',
        lt: 't."dose" < ?',
        le: 't."dose" <= ?',
        gt: 't."dose" > ?',
        ge: 't."dose" >= ?',
        in: 't."dose" IN (SELECT value FROM json_each(?))',
        isNull: 't."dose" IS NULL',
      },
    },
    unit: {
      select: 't."unit"',
      sort: 't."unit"',
      storage: { kind: 'text' },
      filters: {
        eq: 't."unit" = ?',
        ne: 't."unit" <> ?',
        in: 't."unit" IN (SELECT value FROM json_each(?))',
        isNull: 't."unit" IS NULL',
      },
    },
    state: {
      select: 't."state"',
      sort: 't."state"',
      storage: { kind: 'text' },
      filters: {
        eq: 't."state" = ?',
        ne: 't."state" <> ?',
        in: 't."state" IN (SELECT value FROM json_each(?))',
        isNull: 't."state" IS NULL',
      },
    },
    startsOn: {
      select: 't."startsOn"',
      sort: 't."startsOn"',
      storage: { kind: 'text' },
      aggregate: { min: 'min(t."startsOn")', max: 'max(t."startsOn")' },
      filters: {
        eq: 't."startsOn" = ?',
        ne: 't."startsOn" <> ?',
        lt: 't."startsOn" < ?',
        le: 't."startsOn" <= ?',
        gt: 't."startsOn" > ?',
        ge: 't."startsOn" >= ?',
        in: 't."startsOn" IN (SELECT value FROM json_each(?))',
        isNull: 't."startsOn" IS NULL',
      },
    },
    endsOn: {
      select: 't."endsOn"',
      sort: 't."endsOn"',
      storage: { kind: 'text' },
      aggregate: { min: 'min(t."endsOn")', max: 'max(t."endsOn")' },
      filters: {
        eq: 't."endsOn" = ?',
        ne: 't."endsOn" <> ?',
        lt: 't."endsOn" < ?',
        le: 't."endsOn" <= ?',
        gt: 't."endsOn" > ?',
        ge: 't."endsOn" >= ?',
        in: 't."endsOn" IN (SELECT value FROM json_each(?))',
        isNull: 't."endsOn" IS NULL',
      },
      isNullable: true,
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
    'Prescription.clinician': {
      sql: '(SELECT r1."ward" FROM "patient" AS r1 WHERE r1."id" = t."patientId") = ?',
      params: [{ kind: 'principal', name: 'ward', storage: { kind: 'text' } }],
    },
    'Prescription.pharmacist': { sql: 't."state" <> ?', params: [{ kind: 'value', value: 'stopped' }] },
    'Prescription.auditor': { sql: '1', params: [] },
  },
  tenancy: null,
  insert: {
    sql: 'INSERT INTO "prescription" ("id", "drug", "dose", "unit", "state", "startsOn", "endsOn", "patientId") VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    fields: ['id', 'drug', 'dose', 'unit', 'state', 'startsOn', 'endsOn', 'patientId'],
  },
  insertedKey: null,
  update: {
    sql: 'UPDATE "prescription" AS t SET "drug" = ?, "dose" = ?, "unit" = ?, "state" = ?, "startsOn" = ?, "endsOn" = ?, "patientId" = ?, "_version" = t."_version" + 1 WHERE t."id" = ?',
    fields: ['drug', 'dose', 'unit', 'state', 'startsOn', 'endsOn', 'patientId'],
  },
  remove: 'DELETE FROM "prescription" AS t WHERE t."id" = ?',
  proposed: {
    sql: 'SELECT 1 FROM (SELECT ? AS "id", ? AS "drug", ? AS "dose", ? AS "unit", ? AS "state", ? AS "startsOn", ? AS "endsOn", ? AS "patientId") AS t WHERE ',
    fields: ['id', 'drug', 'dose', 'unit', 'state', 'startsOn', 'endsOn', 'patientId'],
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
