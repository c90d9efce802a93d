"""Makes the virtual environment in which the package is tested, and installs the package into it.

``python3 python/tools/environment.py`` makes ``target/venv`` with what ``python/requirements.txt`` pins, or brings it
up to date, and installs the package from this checkout as a user would: ``pip install ./python``, but compiled with the
profile of the tests, which takes a third of the time.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / "target" / "venv"
REQUIREMENTS = ROOT / "python" / "requirements.txt"
STAMP = ENVIRONMENT / "requirements.sha256"
OLDEST = (3, 11)


def main() -> None:
    if sys.version_info < OLDEST:
        found, expected = sys.version.split()[0], ".".join(map(str, OLDEST))
        sys.exit(
            f"python {found}: expected {expected} or later, for which the versions in {REQUIREMENTS.name} are pinned"
        )
    python = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    if not STAMP.is_file() or STAMP.read_text() != wanted:
        print(f"installing {REQUIREMENTS.relative_to(ROOT)} into {ENVIRONMENT.relative_to(ROOT)}", flush=True)
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        # All that is needed is listed.
        listed = ("--no-deps", "-r", str(REQUIREMENTS))
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *listed)
        STAMP.write_text(wanted)
    # Its dependencies are among the pinned ones.
    package = ("--no-deps", "--force-reinstall", str(ROOT / "python"))
    run(python, "-m", "pip", "install", "--disable-pip-version-check", *package)


def run(program: Path, *arguments: str) -> None:
    subprocess.run([str(program), *arguments], check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error}")
