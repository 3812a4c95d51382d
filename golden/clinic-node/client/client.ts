// A typed client of Clinic 1.0.0, made from its OpenAPI document. Not to be changed: generating again writes it anew.

/** A person under care. Holds every field, unless `fields` asked for fewer, and the relations that `include` asked for. */
export type Patient = {
  readonly id: string
  readonly name: string
  /** A date, at most today. */
  readonly birthDate: string
  /** Without the right to reveal "clinical", all but the last 4 characters, and at least half of all, are "*". */
  readonly ssn: string | null
  readonly email: string | null
  readonly ward: string
  readonly dischargedAt: string | null
  readonly createdAt: string
  /** Only where `include` asked for it. */
  readonly prescriptions?: PrescriptionPage
  /** Only where `include` asked for it. */
  readonly records?: EhrRecordPage
  /** Only where `include` asked for it. */
  readonly labResults?: LabResultPage
}

export type PatientCreate = {
  readonly name: string
  /** A date, at most today. */
  readonly birthDate: string
  readonly ssn?: string | null
  readonly email?: string | null
  readonly ward: string
}

export type PatientReplace = {
  readonly name: string
  /** A date, at most today. */
  readonly birthDate: string
  readonly ssn?: string | null
  readonly email?: string | null
  readonly ward: string
}

export type PatientPatch = {
  readonly name?: string
  /** A date, at most today. */
  readonly birthDate?: string
  readonly ssn?: string | null
  readonly email?: string | null
  readonly ward?: string
}

/** One page of a list. `next` goes into `after` for the page after it, and is null on the last one. */
export type PatientPage = {
  readonly items: readonly Patient[]
  readonly next: string | null
  readonly count?: Count
}

/** A drug that a clinician asks for, and a pharmacist dispenses. Holds every field, unless `fields` asked for fewer, and the relations that `include` asked for. */
export type Prescription = {
  readonly id: string
  readonly drug: string
  /** A decimal with 2 digits after the point, at least 0.00. */
  readonly dose: string
  readonly unit: 'mg' | 'ml' | 'tablet'
  readonly state: 'written' | 'dispensed' | 'stopped'
  readonly startsOn: string
  readonly endsOn: string | null
  readonly patientId: string
  /** Only where `include` asked for it. */
  readonly patient?: Patient | null
}

/** A prescription cannot end before it starts. */
export type PrescriptionCreate = {
  readonly drug: string
  /** A decimal with 2 digits after the point, at least 0.00. */
  readonly dose: string
  /** Where it is left out: "mg". */
  readonly unit?: 'mg' | 'ml' | 'tablet'
  /** Where it is left out: "written". */
  readonly state?: 'written' | 'dispensed' | 'stopped'
  readonly startsOn?: string
  readonly endsOn?: string | null
  readonly patientId: string
}

/** A prescription cannot end before it starts. */
export type PrescriptionReplace = {
  readonly drug: string
  /** A decimal with 2 digits after the point, at least 0.00. */
  readonly dose: string
  /** Where it is left out: "mg". */
  readonly unit?: 'mg' | 'ml' | 'tablet'
  /** Where it is left out: "written". */
  readonly state?: 'written' | 'dispensed' | 'stopped'
  readonly startsOn?: string
  readonly endsOn?: string | null
  readonly patientId: string
}

export type PrescriptionPatch = {
  readonly drug?: string
  /** A decimal with 2 digits after the point, at least 0.00. */
  readonly dose?: string
  readonly unit?: 'mg' | 'ml' | 'tablet'
  readonly state?: 'written' | 'dispensed' | 'stopped'
  readonly startsOn?: string
  readonly endsOn?: string | null
  readonly patientId?: string
}

/** One page of a list. `next` goes into `after` for the page after it, and is null on the last one. */
export type PrescriptionPage = {
  readonly items: readonly Prescription[]
  readonly next: string | null
  readonly count?: Count
}

/** One entry of a patient's electronic health record. Holds every field, unless `fields` asked for fewer, and the relations that `include` asked for. */
export type EhrRecord = {
  readonly id: string
  readonly kind: 'note' | 'diagnosis' | 'procedure' | 'imaging'
  readonly title: string
  readonly body: string | null
  /** An instant in UTC, at most now. */
  readonly recordedAt: string
  readonly patientId: string
  /** Only where `include` asked for it. */
  readonly patient?: Patient | null
}

export type EhrRecordCreate = {
  readonly kind: 'note' | 'diagnosis' | 'procedure' | 'imaging'
  readonly title: string
  readonly body: string
  /** An instant in UTC, at most now. */
  readonly recordedAt?: string
  readonly patientId: string
}

export type EhrRecordReplace = {
  readonly kind: 'note' | 'diagnosis' | 'procedure' | 'imaging'
  readonly title: string
  readonly body: string
  /** An instant in UTC, at most now. */
  readonly recordedAt?: string
  readonly patientId: string
}

export type EhrRecordPatch = {
  readonly kind?: 'note' | 'diagnosis' | 'procedure' | 'imaging'
  readonly title?: string
  readonly body?: string
  /** An instant in UTC, at most now. */
  readonly recordedAt?: string
  readonly patientId?: string
}

/** One page of a list. `next` goes into `after` for the page after it, and is null on the last one. */
export type EhrRecordPage = {
  readonly items: readonly EhrRecord[]
  readonly next: string | null
  readonly count?: Count
}

/** A measurement that the laboratory sent. Holds every field, unless `fields` asked for fewer, and the relations that `include` asked for. */
export type LabResult = {
  readonly id: string
  readonly test: string
  /** A decimal with 3 digits after the point. */
  readonly value: string
  readonly unit: string
  readonly isAbnormal: boolean
  /** An instant in UTC, at most now. */
  readonly takenAt: string
  readonly patientId: string
  /** Only where `include` asked for it. */
  readonly patient?: Patient | null
}

export type LabResultCreate = {
  readonly test: string
  /** A decimal with 3 digits after the point. */
  readonly value: string
  readonly unit: string
  /** Where it is left out: false. */
  readonly isAbnormal?: boolean
  /** An instant in UTC, at most now. */
  readonly takenAt: string
  readonly patientId: string
}

export type LabResultReplace = {
  readonly test: string
  /** A decimal with 3 digits after the point. */
  readonly value: string
  readonly unit: string
  /** Where it is left out: false. */
  readonly isAbnormal?: boolean
  /** An instant in UTC, at most now. */
  readonly takenAt: string
  readonly patientId: string
}

export type LabResultPatch = {
  readonly test?: string
  /** A decimal with 3 digits after the point. */
  readonly value?: string
  readonly unit?: string
  readonly isAbnormal?: boolean
  /** An instant in UTC, at most now. */
  readonly takenAt?: string
  readonly patientId?: string
}

/** One page of a list. `next` goes into `after` for the page after it, and is null on the last one. */
export type LabResultPage = {
  readonly items: readonly LabResult[]
  readonly next: string | null
  readonly count?: Count
}

/** How many rows there are. Counting stops at a bound, and then says that the count is not exact. */
export type Count = {
  readonly value: number
  readonly isExact: boolean
}

/** Problem details (RFC 9457). `code` is one of a closed list; `errors` has everything wrong with the input. */
export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code:
    | 'malformed'
    | 'unauthenticated'
    | 'forbidden'
    | 'step-up-required'
    | 'not-found'
    | 'method-not-allowed'
    | 'not-acceptable'
    | 'unsupported-media-type'
    | 'invalid-input'
    | 'stale-cursor'
    | 'conflict'
    | 'referenced'
    | 'precondition-failed'
    | 'in-progress'
    | 'idempotency-mismatch'
    | 'too-large'
    | 'too-many'
    | 'operation-failed'
    | 'not-implemented'
    | 'timeout'
    | 'cancelled'
    | 'unavailable'
    | 'internal'
  /** Which of the operation’s own errors it was. */
  readonly reason?: string
  readonly errors?: readonly InputError[]
  /** Which rule decided. Shown in development only. */
  readonly why?: {
    readonly sentence: string
    readonly rule?: Readonly<Record<string, unknown>>
  }
  readonly requestId?: string
}

export type InputError = {
  /** A JSON Pointer (RFC 6901) into the input, or `?name` for a parameter. */
  readonly path: string
  readonly code: string
  readonly message: string
}

/** A condition on a field, or conditions joined with `and`, `or` and `not`. */
export type Filter =
  | {
      readonly and: readonly Filter[]
    }
  | {
      readonly or: readonly Filter[]
    }
  | {
      readonly not: Filter
    }
  | {
      readonly field: string
      readonly op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in' | 'like' | 'startsWith' | 'isNull'
      /** A value of the field’s type; for `in` a list of them; for `isNull` true or false. */
      readonly value: unknown
    }

/** Which rows, in which order, with what of each. */
export type Search = {
  readonly filter?: Filter
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: readonly string[]
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  readonly fields?: readonly string[]
  /** Relations, each with its own selection. */
  readonly include?: Readonly<Record<string, Search>>
  readonly count?: boolean
}

/** Who did what, when, from where, with what outcome. */
export type AuditEntry = {
  readonly id: string
  readonly at: string
  readonly operation: string
  readonly principal: string | null
  readonly roles?: readonly string[]
  readonly credential?: string | null
  readonly origin?: {
    readonly style?: string
    readonly address?: string | null
    readonly requestId?: string
  }
  /** `ok`, or the code of a problem. */
  readonly outcome: string
  /** Names of fields written or revealed. */
  readonly fields?: readonly string[]
  /** The rule that decided. */
  readonly rule?: string | null
}

/** One page of a list. `next` goes into `after` for the page after it, and is null on the last one. */
export type AuditEntryPage = {
  readonly items: readonly AuditEntry[]
  readonly next: string | null
  readonly count?: Count
}

export type Batch = {
  /** All calls take effect, or none. */
  readonly atomic?: boolean
  readonly calls: readonly {
    /** Like `Patient.read`. */
    readonly operation: string
    /** The key fields of the row meant. */
    readonly key?: Readonly<Record<string, unknown>>
    /** What a write takes as its body. */
    readonly value?: unknown
    readonly select?: Search
    readonly ifMatch?: string
    readonly idempotencyKey?: string
  }[]
}

export type BatchResults = {
  readonly results: readonly {
    readonly status: number
    /** As the operation answers it. */
    readonly value?: unknown
    readonly etag?: string
    readonly isReplayed?: boolean
    readonly job?: string
    readonly problem?: Problem
  }[]
}

export type ImportReport = {
  /** Lines that were read; empty ones do not count. */
  readonly lines: number
  /** Lines that are rows now, those of an earlier try among them. */
  readonly created: number
  readonly failed: number
  /** Why lines after these were not read, or null. */
  readonly stopped: string | null
  /** The first of the lines that were refused. */
  readonly failures: readonly {
    readonly line: number
    readonly problem: Problem
  }[]
}

export type ListPatientInput = CallOptions & {
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: {
    readonly id?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly name?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly birthDate?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly email?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly ward?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly dischargedAt?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly createdAt?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
  }
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: readonly (
    | 'id'
    | '-id'
    | 'name'
    | '-name'
    | 'birthDate'
    | '-birthDate'
    | 'ssn'
    | '-ssn'
    | 'email'
    | '-email'
    | 'ward'
    | '-ward'
    | 'dischargedAt'
    | '-dischargedAt'
    | 'createdAt'
    | '-createdAt'
  )[]
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'name' | 'birthDate' | 'ssn' | 'email' | 'ward' | 'dischargedAt' | 'createdAt')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type CreatePatientInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'name' | 'birthDate' | 'ssn' | 'email' | 'ward' | 'dischargedAt' | 'createdAt')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: PatientCreate
}

export type SearchPatientInput = CallOptions & {
  readonly body: Search
}

export type ImportPatientInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  readonly body: readonly object[]
}

export type ReadPatientInput = CallOptions & {
  readonly id: string
  /** The entity tag held; where it still stands, the answer is 304. */
  readonly ifNoneMatch?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'name' | 'birthDate' | 'ssn' | 'email' | 'ward' | 'dischargedAt' | 'createdAt')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ReplacePatientInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'name' | 'birthDate' | 'ssn' | 'email' | 'ward' | 'dischargedAt' | 'createdAt')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: PatientReplace
}

export type UpdatePatientInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'name' | 'birthDate' | 'ssn' | 'email' | 'ward' | 'dischargedAt' | 'createdAt')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: PatientPatch
}

export type DeletePatientInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
}

export type AuditPatientInput = CallOptions & {
  readonly id: string
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
}

export type ListPatientPrescriptionsInput = CallOptions & {
  readonly id: string
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: {
    readonly id?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly drug?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly dose?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly unit?:
      | 'mg'
      | 'ml'
      | 'tablet'
      | {
          readonly eq?: 'mg' | 'ml' | 'tablet'
          readonly ne?: 'mg' | 'ml' | 'tablet'
          readonly in?: readonly ('mg' | 'ml' | 'tablet')[]
          readonly isNull?: boolean
        }
    readonly state?:
      | 'written'
      | 'dispensed'
      | 'stopped'
      | {
          readonly eq?: 'written' | 'dispensed' | 'stopped'
          readonly ne?: 'written' | 'dispensed' | 'stopped'
          readonly in?: readonly ('written' | 'dispensed' | 'stopped')[]
          readonly isNull?: boolean
        }
    readonly startsOn?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly endsOn?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly patientId?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
  }
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: readonly (
    | 'id'
    | '-id'
    | 'drug'
    | '-drug'
    | 'dose'
    | '-dose'
    | 'unit'
    | '-unit'
    | 'state'
    | '-state'
    | 'startsOn'
    | '-startsOn'
    | 'endsOn'
    | '-endsOn'
    | 'patientId'
    | '-patientId'
  )[]
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'drug' | 'dose' | 'unit' | 'state' | 'startsOn' | 'endsOn' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ListPatientRecordsInput = CallOptions & {
  readonly id: string
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: {
    readonly id?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly kind?:
      | 'note'
      | 'diagnosis'
      | 'procedure'
      | 'imaging'
      | {
          readonly eq?: 'note' | 'diagnosis' | 'procedure' | 'imaging'
          readonly ne?: 'note' | 'diagnosis' | 'procedure' | 'imaging'
          readonly in?: readonly ('note' | 'diagnosis' | 'procedure' | 'imaging')[]
          readonly isNull?: boolean
        }
    readonly title?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly recordedAt?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly patientId?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
  }
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: readonly (
    | 'id'
    | '-id'
    | 'kind'
    | '-kind'
    | 'title'
    | '-title'
    | 'body'
    | '-body'
    | 'recordedAt'
    | '-recordedAt'
    | 'patientId'
    | '-patientId'
  )[]
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'kind' | 'title' | 'body' | 'recordedAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ListPatientLabResultsInput = CallOptions & {
  readonly id: string
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: {
    readonly id?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly test?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly value?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly unit?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly isAbnormal?:
      | boolean
      | {
          readonly eq?: boolean
          readonly ne?: boolean
          readonly in?: readonly boolean[]
          readonly isNull?: boolean
        }
    readonly takenAt?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly patientId?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
  }
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: readonly (
    | 'id'
    | '-id'
    | 'test'
    | '-test'
    | 'value'
    | '-value'
    | 'unit'
    | '-unit'
    | 'isAbnormal'
    | '-isAbnormal'
    | 'takenAt'
    | '-takenAt'
    | 'patientId'
    | '-patientId'
  )[]
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'test' | 'value' | 'unit' | 'isAbnormal' | 'takenAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ListPrescriptionInput = CallOptions & {
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: {
    readonly id?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly drug?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly dose?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly unit?:
      | 'mg'
      | 'ml'
      | 'tablet'
      | {
          readonly eq?: 'mg' | 'ml' | 'tablet'
          readonly ne?: 'mg' | 'ml' | 'tablet'
          readonly in?: readonly ('mg' | 'ml' | 'tablet')[]
          readonly isNull?: boolean
        }
    readonly state?:
      | 'written'
      | 'dispensed'
      | 'stopped'
      | {
          readonly eq?: 'written' | 'dispensed' | 'stopped'
          readonly ne?: 'written' | 'dispensed' | 'stopped'
          readonly in?: readonly ('written' | 'dispensed' | 'stopped')[]
          readonly isNull?: boolean
        }
    readonly startsOn?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly endsOn?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly patientId?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
  }
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: readonly (
    | 'id'
    | '-id'
    | 'drug'
    | '-drug'
    | 'dose'
    | '-dose'
    | 'unit'
    | '-unit'
    | 'state'
    | '-state'
    | 'startsOn'
    | '-startsOn'
    | 'endsOn'
    | '-endsOn'
    | 'patientId'
    | '-patientId'
  )[]
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'drug' | 'dose' | 'unit' | 'state' | 'startsOn' | 'endsOn' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type CreatePrescriptionInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'drug' | 'dose' | 'unit' | 'state' | 'startsOn' | 'endsOn' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: PrescriptionCreate
}

export type SearchPrescriptionInput = CallOptions & {
  readonly body: Search
}

export type ImportPrescriptionInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  readonly body: readonly object[]
}

export type ReadPrescriptionInput = CallOptions & {
  readonly id: string
  /** The entity tag held; where it still stands, the answer is 304. */
  readonly ifNoneMatch?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'drug' | 'dose' | 'unit' | 'state' | 'startsOn' | 'endsOn' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ReplacePrescriptionInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'drug' | 'dose' | 'unit' | 'state' | 'startsOn' | 'endsOn' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: PrescriptionReplace
}

export type UpdatePrescriptionInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'drug' | 'dose' | 'unit' | 'state' | 'startsOn' | 'endsOn' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: PrescriptionPatch
}

export type DeletePrescriptionInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
}

export type AuditPrescriptionInput = CallOptions & {
  readonly id: string
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
}

export type ListEhrRecordInput = CallOptions & {
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: {
    readonly id?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly kind?:
      | 'note'
      | 'diagnosis'
      | 'procedure'
      | 'imaging'
      | {
          readonly eq?: 'note' | 'diagnosis' | 'procedure' | 'imaging'
          readonly ne?: 'note' | 'diagnosis' | 'procedure' | 'imaging'
          readonly in?: readonly ('note' | 'diagnosis' | 'procedure' | 'imaging')[]
          readonly isNull?: boolean
        }
    readonly title?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly recordedAt?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly patientId?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
  }
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: readonly (
    | 'id'
    | '-id'
    | 'kind'
    | '-kind'
    | 'title'
    | '-title'
    | 'body'
    | '-body'
    | 'recordedAt'
    | '-recordedAt'
    | 'patientId'
    | '-patientId'
  )[]
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'kind' | 'title' | 'body' | 'recordedAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type CreateEhrRecordInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'kind' | 'title' | 'body' | 'recordedAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: EhrRecordCreate
}

export type SearchEhrRecordInput = CallOptions & {
  readonly body: Search
}

export type ImportEhrRecordInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  readonly body: readonly object[]
}

export type ReadEhrRecordInput = CallOptions & {
  readonly id: string
  /** The entity tag held; where it still stands, the answer is 304. */
  readonly ifNoneMatch?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'kind' | 'title' | 'body' | 'recordedAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ReplaceEhrRecordInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'kind' | 'title' | 'body' | 'recordedAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: EhrRecordReplace
}

export type UpdateEhrRecordInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'kind' | 'title' | 'body' | 'recordedAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: EhrRecordPatch
}

export type DeleteEhrRecordInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
}

export type AuditEhrRecordInput = CallOptions & {
  readonly id: string
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
}

export type ListLabResultInput = CallOptions & {
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: {
    readonly id?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly test?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly value?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly unit?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly like?: string
          readonly startsWith?: string
          readonly isNull?: boolean
        }
    readonly isAbnormal?:
      | boolean
      | {
          readonly eq?: boolean
          readonly ne?: boolean
          readonly in?: readonly boolean[]
          readonly isNull?: boolean
        }
    readonly takenAt?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly lt?: string
          readonly le?: string
          readonly gt?: string
          readonly ge?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
    readonly patientId?:
      | string
      | {
          readonly eq?: string
          readonly ne?: string
          readonly in?: readonly string[]
          readonly isNull?: boolean
        }
  }
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: readonly (
    | 'id'
    | '-id'
    | 'test'
    | '-test'
    | 'value'
    | '-value'
    | 'unit'
    | '-unit'
    | 'isAbnormal'
    | '-isAbnormal'
    | 'takenAt'
    | '-takenAt'
    | 'patientId'
    | '-patientId'
  )[]
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'test' | 'value' | 'unit' | 'isAbnormal' | 'takenAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type CreateLabResultInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'test' | 'value' | 'unit' | 'isAbnormal' | 'takenAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: LabResultCreate
}

export type SearchLabResultInput = CallOptions & {
  readonly body: Search
}

export type ImportLabResultInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  readonly body: readonly object[]
}

export type ReadLabResultInput = CallOptions & {
  readonly id: string
  /** The entity tag held; where it still stands, the answer is 304. */
  readonly ifNoneMatch?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'test' | 'value' | 'unit' | 'isAbnormal' | 'takenAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ReplaceLabResultInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'test' | 'value' | 'unit' | 'isAbnormal' | 'takenAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: LabResultReplace
}

export type UpdateLabResultInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'test' | 'value' | 'unit' | 'isAbnormal' | 'takenAt' | 'patientId')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: LabResultPatch
}

export type DeleteLabResultInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
}

export type AuditLabResultInput = CallOptions & {
  readonly id: string
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
}

export type DischargePatientInput = CallOptions & {
  readonly id: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: readonly ('id' | 'name' | 'birthDate' | 'ssn' | 'email' | 'ward' | 'dischargedAt' | 'createdAt')[]
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: {
    /** An instant in UTC, at most now. */
    readonly at: string
  }
}

export type BatchInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  readonly body: Batch
}

/** Codes of problems: the same in every style of the API. */
export type ProblemCode =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'step-up-required'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'unsupported-media-type'
  | 'invalid-input'
  | 'stale-cursor'
  | 'conflict'
  | 'referenced'
  | 'precondition-failed'
  | 'in-progress'
  | 'idempotency-mismatch'
  | 'too-large'
  | 'too-many'
  | 'operation-failed'
  | 'not-implemented'
  | 'timeout'
  | 'cancelled'
  | 'unavailable'
  | 'internal'

/** A refusal: `code` is for programs, `detail` for people, `errors` has everything wrong with the input. */
export interface ApiProblem<Code extends string = ProblemCode> {
  readonly code: Code | 'unreachable'
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly errors: readonly InputError[]
  /** Which of the operation's own errors it was. */
  readonly reason?: string
  readonly requestId?: string
}

/** What came back. A problem is a value: its codes are in its type, so that the compiler asks for each. */
export type Result<Value, Code extends string = ProblemCode> =
  | {
      readonly ok: true
      readonly value: Value
      readonly status: number
      readonly etag: string | null
      readonly location: string | null
    }
  | { readonly ok: false; readonly problem: ApiProblem<Code> }

/** Thrown by `orThrow`. */
export class ApiError<Code extends string = ProblemCode> extends Error {
  readonly problem: ApiProblem<Code>
  constructor(problem: ApiProblem<Code>) {
    super(problem.detail)
    this.name = 'ApiError'
    this.problem = problem
  }
}

/** The value, for who would rather have a problem thrown. Throws an ApiError. */
export const orThrow = <Value, Code extends string>(result: Result<Value, Code>): Value => {
  if (result.ok) return result.value
  throw new ApiError(result.problem)
}

export interface ClientOptions {
  /** Where the service is: `https://api.example.org`. */
  readonly url: string
  /** An access token or API key, or how to get one; asked for each call. */
  readonly token?: string | (() => string | Promise<string>)
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch
  readonly headers?: Readonly<Record<string, string>>
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

/** The row, or those of its fields that `fields` asked for. */
type Chosen<Input, Row> = Input extends { readonly fields: readonly (infer Field)[] }
  ? Pick<Row, Extract<Field, keyof Row>>
  : Row

interface Plan {
  readonly method: string
  readonly path: string
  readonly inPath: Readonly<Record<string, string>>
  readonly inQuery: readonly string[]
  /** Lists that are one value with commas. */
  readonly joined: readonly string[]
  readonly inHeader: Readonly<Record<string, string>>
  readonly body: string | null
}

const sender =
  ({ url, token, fetch = globalThis.fetch, headers = {} }: ClientOptions, base: string) =>
  async <Value, Code extends string>(plan: Plan, given: object): Promise<Result<Value, Code>> => {
    const input: Readonly<Record<string, unknown>> = { ...given }
    const bearer = typeof token === 'function' ? await token() : token
    const sent = plan.body === null ? undefined : bodyText(plan.body, input.body)
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}${base}${pathOf(plan, input)}${queryOf(plan, input)}`, {
        method: plan.method,
        headers: {
          accept: 'application/json',
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(plan.body === null ? {} : { 'content-type': plan.body }),
          ...headersOf(plan, input),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
        ...(input.signal instanceof AbortSignal ? { signal: input.signal } : {}),
      })
      const text = await answer.text()
      const told: unknown =
        /json/.test(answer.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : undefined
      if (answer.status < 400)
        return {
          ok: true,
          // The service answers as its contract says; the contract is what this was made from.
          value: told as Value,
          status: answer.status,
          etag: answer.headers.get('etag'),
          location: answer.headers.get('location'),
        }
      return { ok: false, problem: problemOf<Code>(told, answer.status) }
    } catch (error) {
      if (input.signal instanceof AbortSignal && input.signal.aborted) throw error
      const detail = error instanceof Error ? error.message : String(error)
      return {
        ok: false,
        problem: { code: 'unreachable', status: 0, title: 'The service was not reached.', detail, errors: [] },
      }
    }
  }

const bodyText = (type: string, body: unknown): string =>
  /ndjson|jsonl/.test(type) && Array.isArray(body)
    ? body.map((line) => JSON.stringify(line)).join('\n')
    : JSON.stringify(body)

const pathOf = ({ path, inPath }: Plan, input: Readonly<Record<string, unknown>>): string =>
  Object.entries(inPath).reduce(
    (text, [member, name]) => text.replace(`{${name}}`, () => encodeURIComponent(String(input[member]))),
    path,
  )

const headersOf = ({ inHeader }: Plan, input: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inHeader).flatMap(([member, name]) =>
      input[member] === undefined ? [] : [[name, String(input[member])]],
    ),
  )

const queryOf = ({ inQuery, joined }: Plan, input: Readonly<Record<string, unknown>>): string => {
  const pairs = inQuery.flatMap((name) => {
    const value = input[name]
    return joined.includes(name) && Array.isArray(value) ? [[name, value.join(',')] as const] : pairsOf(name, value)
  })
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  return text === '' ? '' : `?${text}`
}

/** `filter[name][like]=A%`: members below their names, lists repeated. */
const pairsOf = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.map((each) => [name, String(each)] as const)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, each]) => pairsOf(`${name}[${member}]`, each))
  return [[name, String(value)]]
}

const problemOf = <Code extends string>(told: unknown, status: number): ApiProblem<Code> => {
  const known = typeof told === 'object' && told !== null && 'code' in told ? (told as Partial<ApiProblem<Code>>) : {}
  return {
    code: known.code ?? 'unreachable',
    status,
    title: known.title ?? 'The answer is none of the service.',
    detail: known.detail ?? `Something between answered ${status}.`,
    errors: known.errors ?? [],
    ...(known.reason === undefined ? {} : { reason: known.reason }),
    ...(known.requestId === undefined ? {} : { requestId: known.requestId }),
  }
}

export const createClient = (options: ClientOptions) => {
  const send = sender(options, '/api')
  return {
    /** List patients. A page of the rows of Patient that you may see. */
    listPatient: <const Input extends ListPatientInput>(input: Input = {} as Input) =>
      send<
        Omit<PatientPage, 'items'> & { readonly items: readonly Chosen<Input, Patient>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/patients',
          inPath: {},
          inQuery: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
          joined: ['sort', 'fields', 'include'],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** Create a patient. Makes a row of Patient. Absent fields take their defaults. */
    createPatient: <const Input extends CreatePatientInput>(input: Input) =>
      send<
        Chosen<Input, Patient>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/patients',
          inPath: {},
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Search patients. A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address. */
    searchPatient: <const Input extends SearchPatientInput>(input: Input) =>
      send<
        Omit<PatientPage, 'items'> & { readonly items: readonly Chosen<Input, Patient>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/patients/search',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: {},
          body: 'application/json',
        },
        input,
      ),
    /** Import patients. Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice. */
    importPatient: <const Input extends ImportPatientInput>(input: Input) =>
      send<
        ImportReport,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/patients/import',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/x-ndjson',
        },
        input,
      ),
    /** Read a patient. One row of Patient. */
    readPatient: <const Input extends ReadPatientInput>(input: Input) =>
      send<
        Chosen<Input, Patient>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/patients/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifNoneMatch: 'If-None-Match' },
          body: null,
        },
        input,
      ),
    /** Replace a patient. Replaces the fields you may write. Absent ones take what they would on create. */
    replacePatient: <const Input extends ReplacePatientInput>(input: Input) =>
      send<
        Chosen<Input, Patient>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'PUT',
          path: '/patients/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifMatch: 'If-Match', idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Change a patient. A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. */
    updatePatient: <const Input extends UpdatePatientInput>(input: Input) =>
      send<
        Chosen<Input, Patient>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'PATCH',
          path: '/patients/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifMatch: 'If-Match', idempotencyKey: 'Idempotency-Key' },
          body: 'application/merge-patch+json',
        },
        input,
      ),
    /** Delete a patient. Takes one row of Patient away. */
    deletePatient: <const Input extends DeletePatientInput>(input: Input) =>
      send<
        undefined,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'DELETE',
          path: '/patients/{id}',
          inPath: { id: 'id' },
          inQuery: [],
          joined: [],
          inHeader: { ifMatch: 'If-Match' },
          body: null,
        },
        input,
      ),
    /** See who did what to a patient. Who did what to this row, newest first. */
    auditPatient: <const Input extends AuditPatientInput>(input: Input) =>
      send<
        AuditEntryPage,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/patients/{id}/audit',
          inPath: { id: 'id' },
          inQuery: ['limit', 'after'],
          joined: [],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** List the prescriptions of a patient. A page of the rows of Prescription that belong to this Patient. */
    listPatientPrescriptions: <const Input extends ListPatientPrescriptionsInput>(input: Input) =>
      send<
        Omit<PrescriptionPage, 'items'> & { readonly items: readonly Chosen<Input, Prescription>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/patients/{id}/prescriptions',
          inPath: { id: 'id' },
          inQuery: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
          joined: ['sort', 'fields', 'include'],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** List the records of a patient. A page of the rows of EhrRecord that belong to this Patient. */
    listPatientRecords: <const Input extends ListPatientRecordsInput>(input: Input) =>
      send<
        Omit<EhrRecordPage, 'items'> & { readonly items: readonly Chosen<Input, EhrRecord>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/ehr/{id}/records',
          inPath: { id: 'id' },
          inQuery: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
          joined: ['sort', 'fields', 'include'],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** List the lab results of a patient. A page of the rows of LabResult that belong to this Patient. */
    listPatientLabResults: <const Input extends ListPatientLabResultsInput>(input: Input) =>
      send<
        Omit<LabResultPage, 'items'> & { readonly items: readonly Chosen<Input, LabResult>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/patients/{id}/lab-results',
          inPath: { id: 'id' },
          inQuery: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
          joined: ['sort', 'fields', 'include'],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** List prescriptions. A page of the rows of Prescription that you may see. */
    listPrescription: <const Input extends ListPrescriptionInput>(input: Input = {} as Input) =>
      send<
        Omit<PrescriptionPage, 'items'> & { readonly items: readonly Chosen<Input, Prescription>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/prescriptions',
          inPath: {},
          inQuery: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
          joined: ['sort', 'fields', 'include'],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** Create a prescription. Makes a row of Prescription. Absent fields take their defaults. */
    createPrescription: <const Input extends CreatePrescriptionInput>(input: Input) =>
      send<
        Chosen<Input, Prescription>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/prescriptions',
          inPath: {},
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Search prescriptions. A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address. */
    searchPrescription: <const Input extends SearchPrescriptionInput>(input: Input) =>
      send<
        Omit<PrescriptionPage, 'items'> & { readonly items: readonly Chosen<Input, Prescription>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/prescriptions/search',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: {},
          body: 'application/json',
        },
        input,
      ),
    /** Import prescriptions. Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice. */
    importPrescription: <const Input extends ImportPrescriptionInput>(input: Input) =>
      send<
        ImportReport,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/prescriptions/import',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/x-ndjson',
        },
        input,
      ),
    /** Read a prescription. One row of Prescription. */
    readPrescription: <const Input extends ReadPrescriptionInput>(input: Input) =>
      send<
        Chosen<Input, Prescription>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/prescriptions/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifNoneMatch: 'If-None-Match' },
          body: null,
        },
        input,
      ),
    /** Replace a prescription. Replaces the fields you may write. Absent ones take what they would on create. */
    replacePrescription: <const Input extends ReplacePrescriptionInput>(input: Input) =>
      send<
        Chosen<Input, Prescription>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'PUT',
          path: '/prescriptions/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifMatch: 'If-Match', idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Change a prescription. A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. */
    updatePrescription: <const Input extends UpdatePrescriptionInput>(input: Input) =>
      send<
        Chosen<Input, Prescription>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'PATCH',
          path: '/prescriptions/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifMatch: 'If-Match', idempotencyKey: 'Idempotency-Key' },
          body: 'application/merge-patch+json',
        },
        input,
      ),
    /** Delete a prescription. Takes one row of Prescription away. */
    deletePrescription: <const Input extends DeletePrescriptionInput>(input: Input) =>
      send<
        undefined,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'DELETE',
          path: '/prescriptions/{id}',
          inPath: { id: 'id' },
          inQuery: [],
          joined: [],
          inHeader: { ifMatch: 'If-Match' },
          body: null,
        },
        input,
      ),
    /** See who did what to a prescription. Who did what to this row, newest first. */
    auditPrescription: <const Input extends AuditPrescriptionInput>(input: Input) =>
      send<
        AuditEntryPage,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/prescriptions/{id}/audit',
          inPath: { id: 'id' },
          inQuery: ['limit', 'after'],
          joined: [],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** List ehr records. A page of the rows of EhrRecord that you may see. */
    listEhrRecord: <const Input extends ListEhrRecordInput>(input: Input = {} as Input) =>
      send<
        Omit<EhrRecordPage, 'items'> & { readonly items: readonly Chosen<Input, EhrRecord>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/ehr-records',
          inPath: {},
          inQuery: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
          joined: ['sort', 'fields', 'include'],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** Create an ehr record. Makes a row of EhrRecord. Absent fields take their defaults. */
    createEhrRecord: <const Input extends CreateEhrRecordInput>(input: Input) =>
      send<
        Chosen<Input, EhrRecord>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/ehr-records',
          inPath: {},
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Search ehr records. A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address. */
    searchEhrRecord: <const Input extends SearchEhrRecordInput>(input: Input) =>
      send<
        Omit<EhrRecordPage, 'items'> & { readonly items: readonly Chosen<Input, EhrRecord>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/ehr-records/search',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: {},
          body: 'application/json',
        },
        input,
      ),
    /** Import ehr records. Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice. */
    importEhrRecord: <const Input extends ImportEhrRecordInput>(input: Input) =>
      send<
        ImportReport,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/ehr-records/import',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/x-ndjson',
        },
        input,
      ),
    /** Read an ehr record. One row of EhrRecord. */
    readEhrRecord: <const Input extends ReadEhrRecordInput>(input: Input) =>
      send<
        Chosen<Input, EhrRecord>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/ehr-records/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifNoneMatch: 'If-None-Match' },
          body: null,
        },
        input,
      ),
    /** Replace an ehr record. Replaces the fields you may write. Absent ones take what they would on create. */
    replaceEhrRecord: <const Input extends ReplaceEhrRecordInput>(input: Input) =>
      send<
        Chosen<Input, EhrRecord>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'PUT',
          path: '/ehr-records/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifMatch: 'If-Match', idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Change an ehr record. A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. */
    updateEhrRecord: <const Input extends UpdateEhrRecordInput>(input: Input) =>
      send<
        Chosen<Input, EhrRecord>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'PATCH',
          path: '/ehr-records/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifMatch: 'If-Match', idempotencyKey: 'Idempotency-Key' },
          body: 'application/merge-patch+json',
        },
        input,
      ),
    /** Delete an ehr record. Takes one row of EhrRecord away. */
    deleteEhrRecord: <const Input extends DeleteEhrRecordInput>(input: Input) =>
      send<
        undefined,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'DELETE',
          path: '/ehr-records/{id}',
          inPath: { id: 'id' },
          inQuery: [],
          joined: [],
          inHeader: { ifMatch: 'If-Match' },
          body: null,
        },
        input,
      ),
    /** See who did what to an ehr record. Who did what to this row, newest first. */
    auditEhrRecord: <const Input extends AuditEhrRecordInput>(input: Input) =>
      send<
        AuditEntryPage,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/ehr-records/{id}/audit',
          inPath: { id: 'id' },
          inQuery: ['limit', 'after'],
          joined: [],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** List lab results. A page of the rows of LabResult that you may see. */
    listLabResult: <const Input extends ListLabResultInput>(input: Input = {} as Input) =>
      send<
        Omit<LabResultPage, 'items'> & { readonly items: readonly Chosen<Input, LabResult>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/labs/results',
          inPath: {},
          inQuery: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
          joined: ['sort', 'fields', 'include'],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** Create a lab result. Makes a row of LabResult. Absent fields take their defaults. */
    createLabResult: <const Input extends CreateLabResultInput>(input: Input) =>
      send<
        Chosen<Input, LabResult>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/labs/results',
          inPath: {},
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Search lab results. A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address. */
    searchLabResult: <const Input extends SearchLabResultInput>(input: Input) =>
      send<
        Omit<LabResultPage, 'items'> & { readonly items: readonly Chosen<Input, LabResult>[] },
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/labs/results/search',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: {},
          body: 'application/json',
        },
        input,
      ),
    /** Import lab results. Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice. */
    importLabResult: <const Input extends ImportLabResultInput>(input: Input) =>
      send<
        ImportReport,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/labs/results/import',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/x-ndjson',
        },
        input,
      ),
    /** Read a lab result. One row of LabResult. */
    readLabResult: <const Input extends ReadLabResultInput>(input: Input) =>
      send<
        Chosen<Input, LabResult>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/labs/results/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifNoneMatch: 'If-None-Match' },
          body: null,
        },
        input,
      ),
    /** Replace a lab result. Replaces the fields you may write. Absent ones take what they would on create. */
    replaceLabResult: <const Input extends ReplaceLabResultInput>(input: Input) =>
      send<
        Chosen<Input, LabResult>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'PUT',
          path: '/labs/results/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifMatch: 'If-Match', idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Change a lab result. A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. */
    updateLabResult: <const Input extends UpdateLabResultInput>(input: Input) =>
      send<
        Chosen<Input, LabResult>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'PATCH',
          path: '/labs/results/{id}',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { ifMatch: 'If-Match', idempotencyKey: 'Idempotency-Key' },
          body: 'application/merge-patch+json',
        },
        input,
      ),
    /** Delete a lab result. Takes one row of LabResult away. */
    deleteLabResult: <const Input extends DeleteLabResultInput>(input: Input) =>
      send<
        undefined,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'DELETE',
          path: '/labs/results/{id}',
          inPath: { id: 'id' },
          inQuery: [],
          joined: [],
          inHeader: { ifMatch: 'If-Match' },
          body: null,
        },
        input,
      ),
    /** See who did what to a lab result. Who did what to this row, newest first. */
    auditLabResult: <const Input extends AuditLabResultInput>(input: Input) =>
      send<
        AuditEntryPage,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'GET',
          path: '/labs/results/{id}/audit',
          inPath: { id: 'id' },
          inQuery: ['limit', 'after'],
          joined: [],
          inHeader: {},
          body: null,
        },
        input,
      ),
    /** Discharge patient. Ends a patient's stay. */
    dischargePatient: <const Input extends DischargePatientInput>(input: Input) =>
      send<
        Chosen<Input, Patient>,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-found'
        | 'not-acceptable'
        | 'conflict'
        | 'referenced'
        | 'in-progress'
        | 'operation-failed'
        | 'precondition-failed'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'not-implemented'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/patients/{id}/discharge',
          inPath: { id: 'id' },
          inQuery: ['fields', 'include'],
          joined: ['fields', 'include'],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
    /** Run a batch. Many calls in one request, each for itself or all of them together. */
    batch: <const Input extends BatchInput>(input: Input) =>
      send<
        BatchResults,
        | 'malformed'
        | 'stale-cursor'
        | 'unauthenticated'
        | 'step-up-required'
        | 'forbidden'
        | 'not-acceptable'
        | 'too-large'
        | 'unsupported-media-type'
        | 'invalid-input'
        | 'idempotency-mismatch'
        | 'internal'
        | 'unavailable'
      >(
        {
          method: 'POST',
          path: '/batch',
          inPath: {},
          inQuery: [],
          joined: [],
          inHeader: { idempotencyKey: 'Idempotency-Key' },
          body: 'application/json',
        },
        input,
      ),
  }
}

export type Client = ReturnType<typeof createClient>
