"""The client for asyncio, from which `_sync` is generated."""
