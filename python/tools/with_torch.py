"""Runs a command with the LibTorch that this interpreter's PyTorch brings.

``target/venv/bin/python python/tools/with_torch.py cargo build --release --features torch`` builds ``heist`` with the
learner, ``target/venv/bin/python python/tools/with_torch.py target/release/heist learn ...`` runs it: such a program
finds LibTorch no other way. Any environment with the PyTorch of ``TORCH`` will do.
"""

import importlib.metadata
import importlib.util
import os
import sys
from pathlib import Path

#: The version that the crate ``tch`` is made for.
TORCH = "2.11.0"


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("expected a command to run")
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        sys.exit(f"{sys.executable} has no PyTorch: expected torch=={TORCH}")
    version = importlib.metadata.version("torch").split("+")[0]
    if version != TORCH:
        sys.exit(f"{sys.executable} has PyTorch {version}: expected torch=={TORCH}")
    variables = dict(os.environ, LIBTORCH_USE_PYTORCH="1")
    # The build asks the first Python of the path, or that of an active environment, where PyTorch is.
    variables.pop("VIRTUAL_ENV", None)
    prepend(variables, "PATH", Path(sys.executable).parent)
    loader = "DYLD_LIBRARY_PATH" if sys.platform == "darwin" else "LD_LIBRARY_PATH"
    prepend(variables, loader, Path(spec.origin).parent / "lib")
    try:
        os.execvpe(sys.argv[1], sys.argv[1:], variables)
    except OSError as error:
        sys.exit(f"{sys.argv[1]}: {error.strerror}")


def prepend(variables: dict[str, str], name: str, folder: Path) -> None:
    rest = variables.get(name)
    variables[name] = f"{folder}{os.pathsep}{rest}" if rest else str(folder)


if __name__ == "__main__":
    main()
