"""The rig that tries Palace with clients written by others.

Only the standard library is used here; the clients' own libraries live in the cache folder and are
reached as separate processes. Nothing in this package knows how Palace works inside.
"""
