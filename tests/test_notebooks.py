"""The notebooks of examples/ run from their first cell to their last, and draw their figures."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nbclient", reason="needs nbclient")
pytest.importorskip("ipykernel", reason="needs ipykernel")

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[1] / "examples"
# Of each, how many pictures it shows, and what it says somewhere.
SHOWN = {
    "context_step_by_step": (3, "Whitney Houston was an American singer and actress"),
    "experiment_with_figures": (2, "| `tfisf`"),
}


def outputs(path: Path) -> list[Any]:
    """All that the cells of a notebook show; a cell that fails raises CellExecutionError."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    resources = {"metadata": {"path": str(EXAMPLES)}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources).execute()
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


def test_these_are_all_and_they_are_kept_without_outputs() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.ipynb")} == set(SHOWN)
    for name in SHOWN:
        notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
        assert all(not cell.get("outputs") and not cell.get("execution_count") for cell in notebook.cells)


@pytest.mark.thorough
@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs(name: str) -> None:
    found = outputs(EXAMPLES / f"{name}.ipynb")
    assert [output for output in found if output["output_type"] == "error"] == []
    kinds = [kind for output in found for kind in output.get("data", {})]
    pictures, text = SHOWN[name]
    assert kinds.count("image/png") + kinds.count("image/svg+xml") >= pictures
    assert text in str(found)
