/** What `npm start` drafts from when nobody says anything else. */
export const clinicWords = `A clinic keeps patients, prescriptions, EHR records and lab results.

A patient has a name, a date of birth, an optional social security number, an optional email and a ward. A patient has many prescriptions, many EHR records and many lab results.
A prescription has a drug, a dose, a unit (mg, ml or tablet), a start date and an optional end date. Its state is written, dispensed or stopped.
An EHR record has a kind (note, diagnosis, procedure or imaging), a title, a body and the moment it was recorded.
A lab result has a test, a value, a unit, whether it is abnormal, and the moment it was taken.

Clinicians create, read and update patients, prescriptions and EHR records of their own ward, and read lab results of their own ward. They can discharge a patient.
Clinicians create lab results and audit patients, prescriptions, EHR records and lab results of their own ward. Clinicians discharge patients of their own ward.
Pharmacists read patients, and read and update prescriptions.
Auditors see the audit trail of everything, and nothing else.

Lab results are served at /labs/results, and the EHR records of a patient at /ehr/:id/records. It is served over REST, GraphQL, gRPC, SOAP and MCP.
`
