"""The palace's file in a SQLite that we did not build: the one that came with Python, which is often years old.

One view with a word that it does not know would keep it from opening any of the file. The indexes of words are left out: they are
made for the SQLite inside the program, and hold nothing that is not in the tables.
"""

import sqlite3

from .conversation import Note
from .house import Bench, Palace
from .report import Report, expect


def sqlite(bench: Bench, report: Report) -> None:
    """Reads every table and view of a palace that somebody wrote into."""
    with report.groundwork("SQLite: a palace is made and written into"):
        palace = Palace.create(bench, "sqlite")
        note = Note()
        kept = palace.command("evidence", "record", "--source", "a test", note.text)
        expect(kept.code == 0, f"nothing was kept\n{kept.said}")
        with report.check(f"SQLite {sqlite3.sqlite_version}: every table and view of the file can be read"):
            file = sqlite3.connect(f"file:{palace.home / 'palace.db'}?mode=ro", uri=True)
            own = "type in ('table', 'view') and sql not like 'create virtual%'"
            names = [name for (name,) in file.execute(f"select name from sqlite_master where {own}")]
            for name in names:
                file.execute(f'select * from "{name}" limit 1').fetchall()
            told = file.execute("select count(*) from drawers where content = ?", (note.text,)).fetchone()
            expect(told == (1,), f"`drawers` has {told} rows with what was kept; there are {names}")
            file.close()
