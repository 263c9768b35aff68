"""The kernels of trainers keep their arrays alive, as all other kernels do."""

from tests.fast.lifetimes import find_lost, kernels_below


def test_every_kernel_keeps_its_arrays_alive() -> None:
    found = {f"{kernel.__module__}.{kernel.__name__}": find_lost(kernel) for kernel in kernels_below("train")}
    assert len(found) > 15
    assert {name: lost for name, lost in found.items() if lost} == {}
