// Generated from the charter "clinic". What you change here is merged when generating again.

import { ehrRecordSql } from './entities/ehr-record/ehr-record.sql.ts'
import { labResultSql } from './entities/lab-result/lab-result.sql.ts'
import { patientSql } from './entities/patient/patient.sql.ts'
import { prescriptionSql } from './entities/prescription/prescription.sql.ts'
import type { EntitySql } from './sql-store/index.ts'

export const sql: readonly EntitySql[] = [patientSql, prescriptionSql, ehrRecordSql, labResultSql]
