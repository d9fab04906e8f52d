"""The kernels of game.cu and net.cu: built for a graphics card, or for a processor by a C++ compiler."""

import ctypes
import functools
import os
import subprocess
import tempfile

import torch

HERE = os.path.dirname(os.path.abspath(__file__))


class Card:
    """A source built for an Nvidia card by CuPy."""

    real = torch.bfloat16

    def __init__(self, source, **constants):
        import cupy

        self.cupy = cupy
        with open(os.path.join(HERE, source), encoding="utf-8") as f:
            options = ("--std=c++14", *(f"-D{name}={value}" for name, value in constants.items()))
            self.module = cupy.RawModule(code=f.read(), options=options)
        with cupy.cuda.Device():
            self.module.compile()
        self.kernels = {}

    def launch(self, name, args, blocks, threads, shared, *numbers):
        """Starts blocks of threads with shared bytes of shared memory each. args is a tensor with Args."""
        import numpy

        if name not in self.kernels:
            self.kernels[name] = self.module.get_function(name)
            if shared > 48 << 10:  # larger sizes must be requested
                self.kernels[name].max_dynamic_shared_size_bytes = shared
        values = (numpy.uint64(args.data_ptr()), *map(numpy.int32, numbers))
        with self.cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self.kernels[name]((blocks,), (threads,), values, shared_mem=shared)


class Processor:
    """A source built for one core of a processor, for tests and comparisons."""

    real = torch.float32

    def __init__(self, source):
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "kernels.so")
            build = [os.environ.get("CXX", "c++"), "-x", "c++", "-O2", "-shared", "-fPIC", "-o", library]
            subprocess.run([*build, os.path.join(HERE, source)], check=True)
            self.library = ctypes.CDLL(library)

    def launch(self, name, args, blocks, threads, shared, *numbers):
        getattr(self.library, "all_" + name)(ctypes.c_void_p(args.data_ptr()), *map(ctypes.c_int, numbers))


build_card = functools.lru_cache(maxsize=None)(Card)
build_processor = functools.lru_cache(maxsize=None)(Processor)


def build(source, kind, **constants):
    """Returns the kernels of a source for a kind of device, built once; constants are only for cards."""
    return build_card(source, **constants) if kind == "cuda" else build_processor(source)
