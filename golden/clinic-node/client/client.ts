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

export type PatientReplace = PatientCreate

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
  readonly dose: string | number
  /** Where it is left out: "mg". */
  readonly unit?: 'mg' | 'ml' | 'tablet'
  /** Where it is left out: "written". */
  readonly state?: 'written' | 'dispensed' | 'stopped'
  readonly startsOn?: string
  readonly endsOn?: string | null
  readonly patientId: string
}

/** A prescription cannot end before it starts. */
export type PrescriptionReplace = PrescriptionCreate

export type PrescriptionPatch = {
  readonly drug?: string
  /** A decimal with 2 digits after the point, at least 0.00. */
  readonly dose?: string | number
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

export type EhrRecordReplace = EhrRecordCreate

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
  readonly value: string | number
  readonly unit: string
  /** Where it is left out: false. */
  readonly isAbnormal?: boolean
  /** An instant in UTC, at most now. */
  readonly takenAt: string
  readonly patientId: string
}

export type LabResultReplace = LabResultCreate

export type LabResultPatch = {
  readonly test?: string
  /** A decimal with 3 digits after the point. */
  readonly value?: string | number
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
    | 'precondition-required'
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
  /** Which rule decided, or what the database says. Shown in development only. */
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
  /** The id of the API key that was shown, where one was. */
  readonly apiKey?: string | null
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

/** A JSON Patch (RFC 6902). Those below a field, and `test`, `move` and `copy`, read the row first. */
export type JsonPatch = ReadonlyArray<{
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  /** A JSON Pointer (RFC 6901). */
  readonly path: string
  /** Of `move` and `copy`. */
  readonly from?: string
  /** Of `add`, `replace` and `test`. */
  readonly value?: unknown
}>

export type BatchResults = {
  readonly results: readonly {
    readonly status: number
    /** As the operation answers it. */
    readonly value?: unknown
    readonly etag?: string
    readonly isReplayed?: boolean
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

export type PatientFilter = {
  readonly id?: Condition<string, Equality>
  readonly name?: Condition<string, Text>
  readonly birthDate?: Condition<string, Order>
  readonly email?: Condition<string, Text>
  readonly ward?: Condition<string, Text>
  readonly dischargedAt?: Condition<string, Order>
  readonly createdAt?: Condition<string, Order>
}

export type PatientSort = ReadonlyArray<
  Sort<'id' | 'name' | 'birthDate' | 'ssn' | 'email' | 'ward' | 'dischargedAt' | 'createdAt'>
>

export type PatientFields = ReadonlyArray<
  'id' | 'name' | 'birthDate' | 'ssn' | 'email' | 'ward' | 'dischargedAt' | 'createdAt'
>

export type PrescriptionFilter = {
  readonly id?: Condition<string, Equality>
  readonly drug?: Condition<string, Text>
  readonly dose?: Condition<string, Order>
  readonly unit?: Condition<'mg' | 'ml' | 'tablet', Equality>
  readonly state?: Condition<'written' | 'dispensed' | 'stopped', Equality>
  readonly startsOn?: Condition<string, Order>
  readonly endsOn?: Condition<string, Order>
  readonly patientId?: Condition<string, Equality>
}

export type PrescriptionSort = ReadonlyArray<
  Sort<'id' | 'drug' | 'dose' | 'unit' | 'state' | 'startsOn' | 'endsOn' | 'patientId'>
>

export type PrescriptionFields = ReadonlyArray<
  'id' | 'drug' | 'dose' | 'unit' | 'state' | 'startsOn' | 'endsOn' | 'patientId'
>

export type EhrRecordFilter = {
  readonly id?: Condition<string, Equality>
  readonly kind?: Condition<'note' | 'diagnosis' | 'procedure' | 'imaging', Equality>
  readonly title?: Condition<string, Text>
  readonly recordedAt?: Condition<string, Order>
  readonly patientId?: Condition<string, Equality>
}

export type EhrRecordSort = ReadonlyArray<Sort<'id' | 'kind' | 'title' | 'body' | 'recordedAt' | 'patientId'>>

export type EhrRecordFields = ReadonlyArray<'id' | 'kind' | 'title' | 'body' | 'recordedAt' | 'patientId'>

export type LabResultFilter = {
  readonly id?: Condition<string, Equality>
  readonly test?: Condition<string, Text>
  readonly value?: Condition<string, Order>
  readonly unit?: Condition<string, Text>
  readonly isAbnormal?: Condition<boolean, Equality>
  readonly takenAt?: Condition<string, Order>
  readonly patientId?: Condition<string, Equality>
}

export type LabResultSort = ReadonlyArray<
  Sort<'id' | 'test' | 'value' | 'unit' | 'isAbnormal' | 'takenAt' | 'patientId'>
>

export type LabResultFields = ReadonlyArray<'id' | 'test' | 'value' | 'unit' | 'isAbnormal' | 'takenAt' | 'patientId'>

export type ListPatientInput = CallOptions & {
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: PatientFilter
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: PatientSort
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: PatientFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type CreatePatientInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: PatientFields
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
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The entity tag held; where it still stands, the answer is 304. */
  readonly ifNoneMatch?: string
  /** Only these fields. */
  readonly fields?: PatientFields
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
  readonly fields?: PatientFields
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
  readonly fields?: PatientFields
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
  readonly filter?: PrescriptionFilter
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: PrescriptionSort
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: PrescriptionFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ListPatientRecordsInput = CallOptions & {
  readonly id: string
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: EhrRecordFilter
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: EhrRecordSort
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: EhrRecordFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ListPatientLabResultsInput = CallOptions & {
  readonly id: string
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: LabResultFilter
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: LabResultSort
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: LabResultFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type ListPrescriptionInput = CallOptions & {
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: PrescriptionFilter
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: PrescriptionSort
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: PrescriptionFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type CreatePrescriptionInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: PrescriptionFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: PrescriptionCreate
}

export type SearchPrescriptionInput = SearchPatientInput

export type ImportPrescriptionInput = ImportPatientInput

export type ReadPrescriptionInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The entity tag held; where it still stands, the answer is 304. */
  readonly ifNoneMatch?: string
  /** Only these fields. */
  readonly fields?: PrescriptionFields
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
  readonly fields?: PrescriptionFields
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
  readonly fields?: PrescriptionFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: PrescriptionPatch
}

export type DeletePrescriptionInput = DeletePatientInput

export type AuditPrescriptionInput = AuditPatientInput

export type ListEhrRecordInput = CallOptions & {
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: EhrRecordFilter
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: EhrRecordSort
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: EhrRecordFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type CreateEhrRecordInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: EhrRecordFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: EhrRecordCreate
}

export type SearchEhrRecordInput = SearchPatientInput

export type ImportEhrRecordInput = ImportPatientInput

export type ReadEhrRecordInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The entity tag held; where it still stands, the answer is 304. */
  readonly ifNoneMatch?: string
  /** Only these fields. */
  readonly fields?: EhrRecordFields
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
  readonly fields?: EhrRecordFields
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
  readonly fields?: EhrRecordFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: EhrRecordPatch
}

export type DeleteEhrRecordInput = DeletePatientInput

export type AuditEhrRecordInput = AuditPatientInput

export type ListLabResultInput = CallOptions & {
  /** Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value. */
  readonly filter?: LabResultFilter
  /** Field names; `-` before one sorts from the end. */
  readonly sort?: LabResultSort
  /** Rows of one page, 20 unless asked. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** Whether to count the rows as well. */
  readonly count?: boolean
  /** Only these fields. */
  readonly fields?: LabResultFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
}

export type CreateLabResultInput = CallOptions & {
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: LabResultFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: LabResultCreate
}

export type SearchLabResultInput = SearchPatientInput

export type ImportLabResultInput = ImportPatientInput

export type ReadLabResultInput = CallOptions & {
  readonly id: string
  /** Entity tags of which the stored row must have one; else 412. */
  readonly ifMatch?: string
  /** The entity tag held; where it still stands, the answer is 304. */
  readonly ifNoneMatch?: string
  /** Only these fields. */
  readonly fields?: LabResultFields
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
  readonly fields?: LabResultFields
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
  readonly fields?: LabResultFields
  /** Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`. A request costs one for each row that it may give, times what is included with each: at most 20000, else 413. */
  readonly include?: readonly string[]
  readonly body: LabResultPatch
}

export type DeleteLabResultInput = DeletePatientInput

export type AuditLabResultInput = AuditPatientInput

export type DischargePatientInput = CallOptions & {
  readonly id: string
  /** The same key with the same body within 24 hours gives the same answer, done once. */
  readonly idempotencyKey?: string
  /** Only these fields. */
  readonly fields?: PatientFields
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
  | 'precondition-required'
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

interface CodesByStatus {
  readonly 400: 'malformed' | 'stale-cursor'
  readonly 401: 'unauthenticated' | 'step-up-required'
  readonly 403: 'forbidden'
  readonly 404: 'not-found'
  readonly 406: 'not-acceptable'
  readonly 409: 'conflict' | 'referenced' | 'in-progress' | 'operation-failed'
  readonly 412: 'precondition-failed'
  readonly 413: 'too-large'
  readonly 414: 'too-large'
  readonly 415: 'unsupported-media-type'
  readonly 422: 'invalid-input' | 'idempotency-mismatch'
  readonly 429: 'too-many'
  readonly 500: 'internal'
  readonly 501: 'not-implemented'
  readonly 503: 'unavailable'
}

/** Codes of the problems that come with any of these statuses. */
export type CodeOf<Status extends keyof CodesByStatus> = CodesByStatus[Status]

/** What the operators of a filter take; `in` a list, of which one has to be equal. */
interface Conditions<Value> {
  readonly eq?: Value
  readonly ne?: Value
  readonly lt?: Value
  readonly le?: Value
  readonly gt?: Value
  readonly ge?: Value
  readonly in?: readonly Value[]
  readonly like?: string
  readonly startsWith?: string
  readonly isNull?: boolean
}

export type Equality = 'eq' | 'ne' | 'in' | 'isNull'
export type Order = Equality | 'lt' | 'le' | 'gt' | 'ge'
export type Text = Order | 'like' | 'startsWith'

/** What a filter asks of a field: a value to be equal to, or conditions that all hold. */
export type Condition<Value, Operator extends keyof Conditions<Value>> = Value | Pick<Conditions<Value>, Operator>

/** A field to sort by; with `-` before it, from the end. */
export type Sort<Field extends string> = Field | `-${Field}`

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

type PageOf<Page, Row> = Omit<Page, 'items'> & { readonly items: readonly Row[] }

interface Plan {
  readonly method: string
  readonly path: string
  /** Members of the input that the path has under another name: its own to theirs. */
  readonly keys?: Readonly<Record<string, string>>
  readonly query?: readonly string[]
  readonly headers?: readonly string[]
  /** The type of the body. */
  readonly body?: string
}

/** Lists of the query that are one value with commas. */
const joined: readonly string[] = ['sort', 'fields', 'include']

const headerNames: Readonly<Record<string, string>> = {
  ifMatch: 'If-Match',
  ifNoneMatch: 'If-None-Match',
  idempotencyKey: 'Idempotency-Key',
}

const sender =
  ({ url, token, fetch = globalThis.fetch, headers = {} }: ClientOptions, base: string) =>
  async <Value, Code extends string>(plan: Plan, given: object): Promise<Result<Value, Code>> => {
    const input: Readonly<Record<string, unknown>> = { ...given }
    const bearer = typeof token === 'function' ? await token() : token
    const sent = plan.body === undefined ? undefined : bodyText(plan.body, input.body)
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}${base}${pathOf(plan, input)}${queryOf(plan, input)}`, {
        method: plan.method,
        headers: {
          accept: 'application/json',
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(plan.body === undefined ? {} : { 'content-type': plan.body }),
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

const pathOf = ({ path, keys = {} }: Plan, input: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => pathStep(String(input[keys[name] ?? name])))

/** `.` and `..` mean places in an address, however they are escaped, and nothing is no step: these have `~` before them. */
const pathStep = (text: string): string => encodeURIComponent(/^~*\.{0,2}$/.test(text) ? `~${text}` : text)

const headersOf = ({ headers = [] }: Plan, input: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap((member) =>
      input[member] === undefined ? [] : [[headerNames[member] ?? member, String(input[member])]],
    ),
  )

const queryOf = ({ query = [] }: Plan, input: Readonly<Record<string, unknown>>): string => {
  const pairs = query.flatMap((name) => {
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
      send<PageOf<PatientPage, Chosen<Input, Patient>>, CodeOf<400 | 401 | 403 | 406 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'GET', path: '/patients', query: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'] },
        input,
      ),
    /** Create a patient. Makes a row of Patient. Absent fields take their defaults. */
    createPatient: <const Input extends CreatePatientInput>(input: Input) =>
      send<Chosen<Input, Patient>, CodeOf<400 | 401 | 403 | 406 | 409 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        {
          method: 'POST',
          path: '/patients',
          query: ['fields', 'include'],
          headers: ['idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Search patients. A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address. */
    searchPatient: <const Input extends SearchPatientInput>(input: Input) =>
      send<
        PageOf<PatientPage, Chosen<Input, Patient>>,
        CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >({ method: 'POST', path: '/patients/search', body: 'application/json' }, input),
    /** Import patients. Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice. */
    importPatient: <const Input extends ImportPatientInput>(input: Input) =>
      send<ImportReport, CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        { method: 'POST', path: '/patients/import', headers: ['idempotencyKey'], body: 'application/x-ndjson' },
        input,
      ),
    /** Read a patient. One row of Patient. */
    readPatient: <const Input extends ReadPatientInput>(input: Input) =>
      send<Chosen<Input, Patient>, CodeOf<400 | 401 | 403 | 404 | 406 | 412 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'GET', path: '/patients/{id}', query: ['fields', 'include'], headers: ['ifMatch', 'ifNoneMatch'] },
        input,
      ),
    /** Replace a patient. Replaces the fields you may write. Absent ones take what they would on create. */
    replacePatient: <const Input extends ReplacePatientInput>(input: Input) =>
      send<
        Chosen<Input, Patient>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'PUT',
          path: '/patients/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Change a patient. A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. Or a JSON Patch (RFC 6902), judged as the merge that it amounts to. */
    updatePatient: <const Input extends UpdatePatientInput>(input: Input) =>
      send<
        Chosen<Input, Patient>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'PATCH',
          path: '/patients/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'idempotencyKey'],
          body: 'application/merge-patch+json',
        },
        input,
      ),
    /** Delete a patient. Takes one row of Patient away. */
    deletePatient: <const Input extends DeletePatientInput>(input: Input) =>
      send<undefined, CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'DELETE', path: '/patients/{id}', headers: ['ifMatch'] },
        input,
      ),
    /** See who did what to a patient. Who did what to this row, newest first. */
    auditPatient: <const Input extends AuditPatientInput>(input: Input) =>
      send<AuditEntryPage, CodeOf<400 | 401 | 403 | 404 | 406 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'GET', path: '/patients/{id}/audit', query: ['limit', 'after'] },
        input,
      ),
    /** List the prescriptions of a patient. A page of the rows of Prescription that belong to this Patient. */
    listPatientPrescriptions: <const Input extends ListPatientPrescriptionsInput>(input: Input) =>
      send<
        PageOf<PrescriptionPage, Chosen<Input, Prescription>>,
        CodeOf<400 | 401 | 403 | 406 | 414 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'GET',
          path: '/patients/{id}/prescriptions',
          query: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
        },
        input,
      ),
    /** List the records of a patient. A page of the rows of EhrRecord that belong to this Patient. */
    listPatientRecords: <const Input extends ListPatientRecordsInput>(input: Input) =>
      send<
        PageOf<EhrRecordPage, Chosen<Input, EhrRecord>>,
        CodeOf<400 | 401 | 403 | 406 | 414 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'GET',
          path: '/ehr/{id}/records',
          query: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
        },
        input,
      ),
    /** List the lab results of a patient. A page of the rows of LabResult that belong to this Patient. */
    listPatientLabResults: <const Input extends ListPatientLabResultsInput>(input: Input) =>
      send<
        PageOf<LabResultPage, Chosen<Input, LabResult>>,
        CodeOf<400 | 401 | 403 | 406 | 414 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'GET',
          path: '/patients/{id}/lab-results',
          query: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
        },
        input,
      ),
    /** List prescriptions. A page of the rows of Prescription that you may see. */
    listPrescription: <const Input extends ListPrescriptionInput>(input: Input = {} as Input) =>
      send<
        PageOf<PrescriptionPage, Chosen<Input, Prescription>>,
        CodeOf<400 | 401 | 403 | 406 | 414 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'GET',
          path: '/prescriptions',
          query: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
        },
        input,
      ),
    /** Create a prescription. Makes a row of Prescription. Absent fields take their defaults. */
    createPrescription: <const Input extends CreatePrescriptionInput>(input: Input) =>
      send<Chosen<Input, Prescription>, CodeOf<400 | 401 | 403 | 406 | 409 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        {
          method: 'POST',
          path: '/prescriptions',
          query: ['fields', 'include'],
          headers: ['idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Search prescriptions. A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address. */
    searchPrescription: <const Input extends SearchPrescriptionInput>(input: Input) =>
      send<
        PageOf<PrescriptionPage, Chosen<Input, Prescription>>,
        CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >({ method: 'POST', path: '/prescriptions/search', body: 'application/json' }, input),
    /** Import prescriptions. Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice. */
    importPrescription: <const Input extends ImportPrescriptionInput>(input: Input) =>
      send<ImportReport, CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        { method: 'POST', path: '/prescriptions/import', headers: ['idempotencyKey'], body: 'application/x-ndjson' },
        input,
      ),
    /** Read a prescription. One row of Prescription. */
    readPrescription: <const Input extends ReadPrescriptionInput>(input: Input) =>
      send<Chosen<Input, Prescription>, CodeOf<400 | 401 | 403 | 404 | 406 | 412 | 414 | 422 | 429 | 500 | 503>>(
        {
          method: 'GET',
          path: '/prescriptions/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'ifNoneMatch'],
        },
        input,
      ),
    /** Replace a prescription. Replaces the fields you may write. Absent ones take what they would on create. */
    replacePrescription: <const Input extends ReplacePrescriptionInput>(input: Input) =>
      send<
        Chosen<Input, Prescription>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'PUT',
          path: '/prescriptions/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Change a prescription. A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. Or a JSON Patch (RFC 6902), judged as the merge that it amounts to. */
    updatePrescription: <const Input extends UpdatePrescriptionInput>(input: Input) =>
      send<
        Chosen<Input, Prescription>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'PATCH',
          path: '/prescriptions/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'idempotencyKey'],
          body: 'application/merge-patch+json',
        },
        input,
      ),
    /** Delete a prescription. Takes one row of Prescription away. */
    deletePrescription: <const Input extends DeletePrescriptionInput>(input: Input) =>
      send<undefined, CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'DELETE', path: '/prescriptions/{id}', headers: ['ifMatch'] },
        input,
      ),
    /** See who did what to a prescription. Who did what to this row, newest first. */
    auditPrescription: <const Input extends AuditPrescriptionInput>(input: Input) =>
      send<AuditEntryPage, CodeOf<400 | 401 | 403 | 404 | 406 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'GET', path: '/prescriptions/{id}/audit', query: ['limit', 'after'] },
        input,
      ),
    /** List ehr records. A page of the rows of EhrRecord that you may see. */
    listEhrRecord: <const Input extends ListEhrRecordInput>(input: Input = {} as Input) =>
      send<
        PageOf<EhrRecordPage, Chosen<Input, EhrRecord>>,
        CodeOf<400 | 401 | 403 | 406 | 414 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'GET',
          path: '/ehr-records',
          query: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
        },
        input,
      ),
    /** Create an ehr record. Makes a row of EhrRecord. Absent fields take their defaults. */
    createEhrRecord: <const Input extends CreateEhrRecordInput>(input: Input) =>
      send<Chosen<Input, EhrRecord>, CodeOf<400 | 401 | 403 | 406 | 409 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        {
          method: 'POST',
          path: '/ehr-records',
          query: ['fields', 'include'],
          headers: ['idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Search ehr records. A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address. */
    searchEhrRecord: <const Input extends SearchEhrRecordInput>(input: Input) =>
      send<
        PageOf<EhrRecordPage, Chosen<Input, EhrRecord>>,
        CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >({ method: 'POST', path: '/ehr-records/search', body: 'application/json' }, input),
    /** Import ehr records. Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice. */
    importEhrRecord: <const Input extends ImportEhrRecordInput>(input: Input) =>
      send<ImportReport, CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        { method: 'POST', path: '/ehr-records/import', headers: ['idempotencyKey'], body: 'application/x-ndjson' },
        input,
      ),
    /** Read an ehr record. One row of EhrRecord. */
    readEhrRecord: <const Input extends ReadEhrRecordInput>(input: Input) =>
      send<Chosen<Input, EhrRecord>, CodeOf<400 | 401 | 403 | 404 | 406 | 412 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'GET', path: '/ehr-records/{id}', query: ['fields', 'include'], headers: ['ifMatch', 'ifNoneMatch'] },
        input,
      ),
    /** Replace an ehr record. Replaces the fields you may write. Absent ones take what they would on create. */
    replaceEhrRecord: <const Input extends ReplaceEhrRecordInput>(input: Input) =>
      send<
        Chosen<Input, EhrRecord>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'PUT',
          path: '/ehr-records/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Change an ehr record. A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. Or a JSON Patch (RFC 6902), judged as the merge that it amounts to. */
    updateEhrRecord: <const Input extends UpdateEhrRecordInput>(input: Input) =>
      send<
        Chosen<Input, EhrRecord>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'PATCH',
          path: '/ehr-records/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'idempotencyKey'],
          body: 'application/merge-patch+json',
        },
        input,
      ),
    /** Delete an ehr record. Takes one row of EhrRecord away. */
    deleteEhrRecord: <const Input extends DeleteEhrRecordInput>(input: Input) =>
      send<undefined, CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'DELETE', path: '/ehr-records/{id}', headers: ['ifMatch'] },
        input,
      ),
    /** See who did what to an ehr record. Who did what to this row, newest first. */
    auditEhrRecord: <const Input extends AuditEhrRecordInput>(input: Input) =>
      send<AuditEntryPage, CodeOf<400 | 401 | 403 | 404 | 406 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'GET', path: '/ehr-records/{id}/audit', query: ['limit', 'after'] },
        input,
      ),
    /** List lab results. A page of the rows of LabResult that you may see. */
    listLabResult: <const Input extends ListLabResultInput>(input: Input = {} as Input) =>
      send<
        PageOf<LabResultPage, Chosen<Input, LabResult>>,
        CodeOf<400 | 401 | 403 | 406 | 414 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'GET',
          path: '/labs/results',
          query: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
        },
        input,
      ),
    /** Create a lab result. Makes a row of LabResult. Absent fields take their defaults. */
    createLabResult: <const Input extends CreateLabResultInput>(input: Input) =>
      send<Chosen<Input, LabResult>, CodeOf<400 | 401 | 403 | 406 | 409 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        {
          method: 'POST',
          path: '/labs/results',
          query: ['fields', 'include'],
          headers: ['idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Search lab results. A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address. */
    searchLabResult: <const Input extends SearchLabResultInput>(input: Input) =>
      send<
        PageOf<LabResultPage, Chosen<Input, LabResult>>,
        CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >({ method: 'POST', path: '/labs/results/search', body: 'application/json' }, input),
    /** Import lab results. Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice. */
    importLabResult: <const Input extends ImportLabResultInput>(input: Input) =>
      send<ImportReport, CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        { method: 'POST', path: '/labs/results/import', headers: ['idempotencyKey'], body: 'application/x-ndjson' },
        input,
      ),
    /** Read a lab result. One row of LabResult. */
    readLabResult: <const Input extends ReadLabResultInput>(input: Input) =>
      send<Chosen<Input, LabResult>, CodeOf<400 | 401 | 403 | 404 | 406 | 412 | 414 | 422 | 429 | 500 | 503>>(
        {
          method: 'GET',
          path: '/labs/results/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'ifNoneMatch'],
        },
        input,
      ),
    /** Replace a lab result. Replaces the fields you may write. Absent ones take what they would on create. */
    replaceLabResult: <const Input extends ReplaceLabResultInput>(input: Input) =>
      send<
        Chosen<Input, LabResult>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'PUT',
          path: '/labs/results/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Change a lab result. A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. Or a JSON Patch (RFC 6902), judged as the merge that it amounts to. */
    updateLabResult: <const Input extends UpdateLabResultInput>(input: Input) =>
      send<
        Chosen<Input, LabResult>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 503>
      >(
        {
          method: 'PATCH',
          path: '/labs/results/{id}',
          query: ['fields', 'include'],
          headers: ['ifMatch', 'idempotencyKey'],
          body: 'application/merge-patch+json',
        },
        input,
      ),
    /** Delete a lab result. Takes one row of LabResult away. */
    deleteLabResult: <const Input extends DeleteLabResultInput>(input: Input) =>
      send<undefined, CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'DELETE', path: '/labs/results/{id}', headers: ['ifMatch'] },
        input,
      ),
    /** See who did what to a lab result. Who did what to this row, newest first. */
    auditLabResult: <const Input extends AuditLabResultInput>(input: Input) =>
      send<AuditEntryPage, CodeOf<400 | 401 | 403 | 404 | 406 | 414 | 422 | 429 | 500 | 503>>(
        { method: 'GET', path: '/labs/results/{id}/audit', query: ['limit', 'after'] },
        input,
      ),
    /** Discharge patient. Ends a patient's stay. */
    dischargePatient: <const Input extends DischargePatientInput>(input: Input) =>
      send<
        Chosen<Input, Patient>,
        CodeOf<400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 414 | 415 | 422 | 429 | 500 | 501 | 503>
      >(
        {
          method: 'POST',
          path: '/patients/{id}/discharge',
          query: ['fields', 'include'],
          headers: ['idempotencyKey'],
          body: 'application/json',
        },
        input,
      ),
    /** Run a batch. Many calls in one request, each for itself or all of them together. */
    batch: <const Input extends BatchInput>(input: Input) =>
      send<BatchResults, CodeOf<400 | 401 | 403 | 406 | 413 | 414 | 415 | 422 | 429 | 500 | 503>>(
        { method: 'POST', path: '/batch', headers: ['idempotencyKey'], body: 'application/json' },
        input,
      ),
  }
}

export type Client = ReturnType<typeof createClient>
