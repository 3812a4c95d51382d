// The insert of the peer that keeps what ours keeps, in one serializable transaction: the ward of the patient decides while the row is
// written; with it go a change for who follows, and an entry of who did what, which is found by its row and waits for a log. Nobody
// drains that log here, and no Idempotency-Key is looked for.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

const tables = `CREATE SCHEMA peer;
CREATE TABLE peer.outbox ("position" bigint GENERATED ALWAYS AS IDENTITY, "written_by" xid8 NOT NULL DEFAULT pg_current_xact_id(), "at_ms" bigint NOT NULL, "changes" text NOT NULL, PRIMARY KEY ("written_by", "position"));
CREATE TABLE peer.audit ("position" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "body" text NOT NULL);
CREATE TABLE peer.audit_pending ("position" bigint PRIMARY KEY);
CREATE TABLE peer.audit_row ("row" text COLLATE "C" NOT NULL, "position" bigint NOT NULL, PRIMARY KEY ("row", "position"));`

const insert = `INSERT INTO "lab_result" ("id", "test", "value", "unit", "isAbnormal", "takenAt", "patientId")
SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT "ward" FROM "patient" WHERE "id" = $7) = $8
RETURNING "id", "test", "value", "unit", "isAbnormal", "takenAt", "patientId"`
const keepChange = 'INSERT INTO peer.outbox ("at_ms", "changes") VALUES ($1, $2)'
const keepEntry = `WITH stored AS (INSERT INTO peer.audit ("body") VALUES ($1) RETURNING "position"),
waiting AS (INSERT INTO peer.audit_pending ("position") SELECT "position" FROM stored)
INSERT INTO peer.audit_row ("row", "position") SELECT $2, "position" FROM stored`

const fields = ['test', 'value', 'unit', 'takenAt', 'patientId'] as const

type Row = Record<string, string | number | boolean | null>

interface OnRecordOptions {
  readonly ward: string
  answerOf(row: Row): Row
}

/** The tables of a record, and of what follows it. */
export const makeRecord = (pool: pg.Pool): Promise<unknown> => pool.query(tables)

/** `POST /api/on-record/labs/results`. */
export const onRecord = (app: FastifyInstance, pool: pg.Pool, { ward, answerOf }: OnRecordOptions): void => {
  app.post<{ Body: Record<(typeof fields)[number], string> }>('/api/on-record/labs/results', async (request, reply) => {
    const { test, value, unit, takenAt, patientId } = request.body
    const id = randomUUID()
    const client = await pool.connect()
    const say = (name: string, text: string, values: unknown[]) =>
      client.query<Row>({ name: `on record: ${name}`, text, values })
    try {
      await say('begin', 'BEGIN ISOLATION LEVEL SERIALIZABLE', [])
      const { rows } = await say('insert', insert, [id, test, value, unit, false, takenAt, patientId, ward])
      const [row] = rows
      if (!row) throw new Error('This patient is in another ward.')
      const changes = [{ entity: 'LabResult', change: 'created', key: { id } }]
      await say('keep change', keepChange, [Date.now(), JSON.stringify(changes)])
      await say('keep entry', keepEntry, [JSON.stringify(entryOf(id, request.id, request.ip)), `LabResult ${id}`])
      await say('commit', 'COMMIT', [])
      return reply.code(201).send(answerOf(row))
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  })
}

const entryOf = (id: string, requestId: string, address: string) => ({
  at: new Date().toISOString(),
  credential: 'jwt',
  entity: 'LabResult',
  fields,
  id: randomUUID(),
  key: JSON.stringify({ id }),
  operation: 'LabResult.create',
  origin: { address, requestId, style: 'rest' },
  outcome: 'ok',
  principal: 'bench',
  roles: ['clinician'],
})
