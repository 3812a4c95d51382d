// Generated from the charter "clinic". What you change here is merged when generating again.

import type { FastifyInstance } from 'fastify'
import type { Rest } from '../../rest/rest.ts'
import { ehrRecordModel } from './ehr-record.ts'

export const ehrRecordRoutes = (app: FastifyInstance, rest: Rest): void => {
  app.get('/api/ehr-records', rest.list(ehrRecordModel))
  app.post('/api/ehr-records/search', rest.search(ehrRecordModel))
  app.post('/api/ehr-records', rest.create(ehrRecordModel, '/api/ehr-records/:id'))
  app.post('/api/ehr-records/import', rest.import(ehrRecordModel))
  app.get('/api/ehr-records/:id', rest.read(ehrRecordModel))
  app.put('/api/ehr-records/:id', rest.replace(ehrRecordModel))
  app.patch('/api/ehr-records/:id', rest.update(ehrRecordModel))
  app.delete('/api/ehr-records/:id', rest.remove(ehrRecordModel))
  app.get('/api/ehr-records/:id/audit', rest.audit(ehrRecordModel))
}
