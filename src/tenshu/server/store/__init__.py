"""The database: SQLite for one process, PostgreSQL for several. `Store` has every query there is."""

from tenshu.server.store.errors import Conflict, InDoubt, NotStored, StoreTrouble
from tenshu.server.store.extras import Delivery
from tenshu.server.store.people import Person, Secret, SecretKind
from tenshu.server.store.store import Store
from tenshu.server.store.tables import Before

__all__ = [
    "Before", "Conflict", "Delivery", "InDoubt", "NotStored", "Person", "Secret", "SecretKind", "Store", "StoreTrouble",
]  # fmt: skip
