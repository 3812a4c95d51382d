"""Consumes every operation of the clinic's WSDL with zeep. Usage: every-operation.py <wsdl url> <token> <soap 1.1 or 1.2>"""
import datetime
import json
import sys

import requests
import zeep
from zeep.transports import Transport

url, token, version = sys.argv[1:4]
session = requests.Session()
session.headers["Authorization"] = f"Bearer {token}"
client = zeep.Client(url, transport=Transport(session=session))
service = client.bind("Clinic", "ClinicSoap11Port" if version == "1.1" else "ClinicSoap12Port")
called = set()


def call(name, **given):
    called.add(name)
    return getattr(service, name)(**given)


def fault(name, **given):
    """The problem of a call that must fail: its code, and what is wrong where."""
    try:
        call(name, **given)
    except zeep.exceptions.Fault as found:
        problem = found.detail[0]
        text = lambda path: [each.text for each in problem.findall(path.replace("/", "/{*}").replace("^", "{*}"))]
        return text("^code")[0], list(zip(text("^errors/error/path"), text("^errors/error/code")))
    raise SystemExit(f"{name} was answered and must not be")


person = {"name": "Ada <King> & Co\r\n", "birthDate": datetime.date(1815, 12, 10), "ssn": "219-09-1815", "ward": "north"}
made = call("CreatePatient", value=person, idempotencyKey="once")
again = call("CreatePatient", value=person, idempotencyKey="once")
key = {"id": made.result.id}
assert (again.result.id, again.isReplayed, made.isReplayed) == (made.result.id, True, None)
read = call("GetPatient", key=key, select={"fields": {"field": ["name", "birthDate", "ssn"]}})
assert (read.result.name, read.result.birthDate, read.result.ssn) == (person["name"], person["birthDate"], person["ssn"]), read
assert read.result.ward is None
changed = call("UpdatePatient", key=key, value={"email": "ada@example.org"}, ifMatch=[made.etag])
assert changed.result.email == "ada@example.org" and changed.etag != made.etag
assert fault("UpdatePatient", key=key, value={"email": "x@example.org"}, ifMatch=[made.etag])[0] == "precondition-failed"
replaced = call("ReplacePatient", key=key, value={**person, "email": None})
assert replaced.result.email is None

dose = {"drug": "Aspirin", "dose": "2.50", "startsOn": datetime.date(2026, 1, 1), "patientId": made.result.id}
prescribed = call("CreatePrescription", value=dose)
assert str(prescribed.result.dose) == "2.50", prescribed.result.dose
prescription = {"id": prescribed.result.id}
call("GetPrescription", key=prescription)
call("UpdatePrescription", key=prescription, value={"state": "stopped"})
call("ReplacePrescription", key=prescription, value=dose)

where = {"where": {"field": "drug", "op": "in", "value": ["Aspirin", "Nothing"]}}
listed = call("ListPrescriptions", select={"filter": where, "sort": {"by": [{"_value_1": "dose", "descending": True}]}, "limit": 1, "count": True})
assert (len(listed.result["items"].item), listed.result.next, listed.result.count.value) == (1, None, 1), listed
included = call("ListPatients", select={"filter": {"where": {"field": "id", "op": "eq", "value": [made.result.id]}}, "include": {"prescriptions": [{"limit": 1}]}})
[row] = included.result["items"].item
assert row.prescriptions[0]["items"].item[0].drug == "Aspirin"
groups = call("AggregatePrescriptions", select={"filter": where, "aggregate": {"groupBy": {"field": ["drug"]}, "sum": {"field": ["dose"]}}}).result.groups.group
assert [(group.key.drug, group["count"], group["sum"].dose) for group in groups] == [("Aspirin", 1, "2.50")]
trail = call("GetPatientAudit", key=key, select={"limit": 1})
assert trail.result["items"].item[0].operation.startswith("Patient."), trail

wrong = fault("CreatePatient", value={**person, "name": "", "ssn": "no"})
assert wrong == ("invalid-input", [("/name", "too-short"), ("/ssn", "pattern")]), wrong
assert fault("GetPatient", key={"id": "7f1de1a4-0000-4b7c-9d86-0f3a5e1c2b10"})[0] == "not-found"
assert fault("DeletePrescription", key=prescription)[0] == "forbidden"

# What the charter lets nobody do in this test's role is refused, which is an answer too.
operations = set(client.wsdl.bindings["{urn:charter:clinic:1}ClinicSoap11"]._operations)
for name in sorted(operations - called):
    parts = dict(service._binding.get(name).input.body.type.elements)
    given = {"key": {"id": made.result.id}} if "key" in parts else {}
    if "value" in parts:
        filled = {"kind": "note", "unit": "mg", "value": "1", "at": "2026-01-01T00:00:00Z", "takenAt": "2026-01-01T00:00:00Z", "patientId": made.result.id}
        given["value"] = {member: filled.get(member, "x") for member, of in parts["value"].type.elements if not of.is_optional}
    try:
        call(name, **given)
    except zeep.exceptions.Fault as found:
        assert found.detail is not None, found
print(json.dumps({"called": sorted(called), "offered": sorted(operations)}))
