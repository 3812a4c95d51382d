// Generated from the charter "clinic". What you change here is merged when generating again.

import { access } from './access.ts'
import { ehrRecordModel } from './entities/ehr-record/ehr-record.ts'
import { labResultModel } from './entities/lab-result/lab-result.ts'
import { patientModel } from './entities/patient/patient.ts'
import { prescriptionModel } from './entities/prescription/prescription.ts'
import { dischargePatientModel } from './operations/models.ts'
import type { ServiceModel } from './runtime/index.ts'

export const model: ServiceModel = {
  name: 'clinic',
  title: 'Clinic',
  version: '1.0.0',
  digest: '8ae23828a432ab2d2dfc59777552b175',
  entities: [patientModel, prescriptionModel, ehrRecordModel, labResultModel],
  operations: [dischargePatientModel],
  types: {},
  characters: 'xml',
  access: access,
  limits: {
    bodyBytesMax: 1048576,
    pageSizeDefault: 20,
    pageSizeMax: 100,
    countMax: 10000,
    aggregateRowsMax: 100000,
    includeDepthMax: 3,
    includeCountMax: 10,
    costMax: 20000,
    batchMax: 100,
    importLinesMax: 100000,
    requestTimeoutMs: 30000,
  },
}
