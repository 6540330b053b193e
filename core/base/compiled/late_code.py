"""Machine code for what is called alone, and not for what numba links into it.

numba compiles each function that a kernel calls, and each operation on arrays, to machine code of
its own before it links it into the kernel, which is compiled as a whole: most of that code is never
run. Here a function gets machine code once it is called from Python, or kept on the disk.

This reaches into numba, so it is done with the releases it was tried with; others compile it all.
"""

import weakref
from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

_TRIED = ("0.68.",)
"""How the releases of numba begin whose libraries are known to work this way."""


class _LateLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Functions that have no machine code before somebody asks for it."""

    _has_code = False

    def _finalize_final_module(self) -> None:
        if self._disable_inspection:  # loaded from the disk, where its code is
            super()._finalize_final_module()
            self._has_code = True
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        # Where numba finds the library that keeps the code of a module.
        self._final_module._CPUCodeLibrary__library = weakref.proxy(self)
        self._finalized = True

    def _make_code(self) -> None:
        self._ensure_finalized()
        if not self._has_code:
            self._has_code = True
            self._codegen._add_module(self._final_module)
            self._finalize_specific()
            self._codegen.set_waiting(self._final_module)

    def get_pointer_to_function(self, name: str) -> Any:
        """Where the machine code of a function begins; 0 if there is none of this name here."""
        self._ensure_finalized()
        if not self._has_code and not self._defines(name):
            return 0
        self._make_code()
        return super().get_pointer_to_function(name)

    def _defines(self, name: str) -> bool:
        functions = self._final_module.functions
        return any(known.name == name and not known.is_declaration for known in functions)

    def _get_compiled_object(self) -> Any:
        self._make_code()
        return super()._get_compiled_object()


class _LateCodegen(JITCPUCodegen):  # type: ignore[misc]
    """What makes such libraries; a function's surroundings are set once its code is there."""

    _library_class = _LateLibrary

    def set_env(self, env_name: str, env: Any) -> None:
        """Tell a function its surroundings."""
        if self._engine.is_symbol_defined(env_name):
            super().set_env(env_name, env)
        else:
            self.__dict__.setdefault("_waiting", {})[env_name] = env

    def set_waiting(self, module: Any) -> None:
        """Tell the functions of a module that has got its code."""
        waiting = self.__dict__.get("_waiting", {})
        for variable in module.global_variables:
            if variable.name in waiting:
                super().set_env(variable.name, waiting.pop(variable.name))


def make_code_late(target_context: Any) -> None:
    """From now on whatever is compiled gets machine code once it is asked for."""
    codegen = target_context.codegen()
    if type(codegen) is JITCPUCodegen and numba.__version__.startswith(_TRIED):
        codegen.__class__ = _LateCodegen
