"""The Merkle tree of RFC 6962, section 2.1, over the samples of a release."""

from hashlib import sha256


class MerkleTree:
    """Adds entries one by one, and keeps one digest for each level."""

    def __init__(self) -> None:
        self._levels: list[bytes | None] = []
        self.count = 0

    def add(self, line: bytes) -> None:
        """Add a line of a sample, whose SHA-256 is the entry."""
        node = sha256(b"\x00" + sha256(line).digest()).digest()
        self.count += 1
        level = 0
        while level < len(self._levels) and (left := self._levels[level]) is not None:
            node = sha256(b"\x01" + left + node).digest()
            self._levels[level] = None
            level += 1
        if level == len(self._levels):
            self._levels.append(None)
        self._levels[level] = node

    def compute_root(self) -> str:
        """Return the root in hex."""
        root: bytes | None = None
        for node in self._levels:
            if node is not None:
                root = node if root is None else sha256(b"\x01" + node + root).digest()
        return (sha256().digest() if root is None else root).hex()
