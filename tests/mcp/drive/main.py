"""Real peers, one after the other. Prints a line each and, last, the figure; what is wrong goes
before it, and to the code."""

import sys

import clients
import conformance
import servers
from programs import INSTALLED

(INSTALLED / "home").mkdir(exist_ok=True)
passed, scenarios, wrong = conformance.main()
content, discontent = clients.main()
called, tools, troubles = servers.main()
wrong += discontent + troubles
for what in wrong:
    print(f"\nwrong: {what}")
print(f"figure conformance_tools={passed}/{scenarios} clients={content} imported={called}/{tools}")
sys.exit(1 if wrong or content != 6 or tools == 0 else 0)
