"""Verifies webhooks with the Standard Webhooks library for Python: one JSON object a line, and "ok" or the error for each."""

import json
import sys

from standardwebhooks import Webhook

for line in sys.stdin:
    sent = json.loads(line)
    try:
        Webhook(sent["secret"]).verify(sent["body"], sent["headers"])
        print("ok")
    except Exception as error:
        print(error)
