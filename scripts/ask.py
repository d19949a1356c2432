"""Asks the service in this container; exits with 1 unless it answers 200. `ask.py /v1/ready`."""

import sys
from http.client import HTTPConnection, HTTPException

PORT = 8000
SECONDS = 4


def main() -> int:
    """Sends one request."""
    connection = HTTPConnection("127.0.0.1", PORT, timeout=SECONDS)
    try:
        connection.request("GET", sys.argv[1])
        return int(connection.getresponse().status != 200)
    except (OSError, HTTPException):
        return 1


if __name__ == "__main__":
    sys.exit(main())
