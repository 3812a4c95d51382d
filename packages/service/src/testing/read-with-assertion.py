"""Prints the name of a patient, read twice by zeep with a SAML assertion. Usage: read-with-assertion.py <wsdl url> <id> <assertion>"""
import sys

import zeep
from lxml import etree
from zeep.wsse.utils import get_security_header

url, patient, assertion = sys.argv[1:4]


class Carried:
    """A WS-Security plugin of zeep: the assertion in the header of each message."""

    def apply(self, envelope, headers):
        get_security_header(envelope).append(etree.fromstring(assertion))
        return envelope, headers

    def verify(self, envelope):
        return envelope


client = zeep.Client(url, wsse=Carried())
names = {client.service.GetPatient(key={"id": patient}).result.name for _ in range(2)}
print(*names)
