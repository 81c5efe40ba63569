"""Sends the messages of every job `event,key,depth` to a host, and prints what the client reports."""

import logging
import sys

package, host, *jobs = sys.argv[1:]
if package == "segment":
    from segment.analytics.client import Client
else:
    from rudderstack.analytics.client import Client

logging.basicConfig(stream=sys.stdout, level=logging.WARNING)


def nested(depth):
    return {"in": nested(depth - 1)} if depth else "deep"


for job in jobs:
    event, key, depth = job.split(",")
    client = Client(
        key,
        host=host,
        on_error=lambda error, batch, event=event: print(f"{event}: {error}", flush=True),
    )
    client.identify("u1", {"name": "小明"})
    client.track("u1", event, {"amount": 12.5, "nested": nested(int(depth))})
    client.page("u1", None, "Home")
    client.group("u1", "g1")
    client.alias("u1", "u2")
    client.flush()
    client.join()
