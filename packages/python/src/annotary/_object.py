"""The base of all objects of the API."""

from pydantic import BaseModel, ConfigDict


class ApiObject(BaseModel):
    """An object of the API. It keeps members that this version of the package does not know."""

    # Validators are built at the first use, because a program uses few of the classes.
    model_config = ConfigDict(extra="allow", defer_build=True, protected_namespaces=())
