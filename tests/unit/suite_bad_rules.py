"""Suites with one fault in a workspace, the rules for tools, a mask or a known difference."""

from __future__ import annotations

from tests.unit.suite_texts import CALL, Bad

_MASK = CALL + "[[mask]]\n"
_KNOWN = CALL + "[[known_difference]]\n"
_COMMIT = """
[workspace]
copy = "files"
[workspace.git]
name = "N"
email = "e@example.test"
message = "m"
"""

BAD_RULES = (
    Bad("a workspace without copy", "[workspace]", ("workspace.copy: is missing",)),
    Bad("an absolute copy", '[workspace]\ncopy = "/etc"', ("workspace.copy: '/etc' leaves the folder",)),
    Bad("a copy above", '[workspace]\ncopy = "../files"', ("workspace.copy: '../files' leaves the folder",)),
    Bad(
        "a copy by a detour",
        '[workspace]\ncopy = "changes/../files"',
        ("workspace.copy: ", "goes up again by .."),
    ),
    Bad("a copy of all", '[workspace]\ncopy = "."', ("workspace.copy: is the folder of the suite itself",)),
    Bad(
        "a linked copy", '[workspace]\ncopy = "link"', ("copy: 'link' leaves the folder",), schema_sees=False
    ),
    Bad(
        "a missing copy", '[workspace]\ncopy = "file"', ("no folder; did you mean files?",), schema_sees=False
    ),
    Bad("a file to copy", '[workspace]\ncopy = "one.txt"', ("'one.txt' is no folder",), schema_sees=False),
    Bad(
        "a dirty above", '[workspace]\ncopy="files"\ndirty="changes/../../x"', ("workspace.dirty: ", "leaves")
    ),
    Bad("a commit without a date", _COMMIT, ("workspace.git.date: is missing",)),
    Bad("a commit without an offset", _COMMIT + 'date = "2026-01-01T00:00:00"', ("git.date: ", "no offset")),
    Bad(
        "a commit at no time",
        _COMMIT + 'date = "yesterdayZ"',
        ("git.date: ", "is no date"),
        schema_sees=False,
    ),
    Bad("a commit of old", _COMMIT + 'date = "1969-01-01T00:00:00Z"', ("before 1970",), schema_sees=False),
    Bad("a commit at a TOML date", _COMMIT + "date = 2026-01-01T00:00:00Z", ("git.date: wrong type",)),
    Bad(
        "a name that git cuts",
        _COMMIT.replace('"N"', '"<N>"') + 'date="2026-01-01T00:00:00Z"',
        ("git.name:",),
    ),
    Bad(
        "an empty email",
        _COMMIT.replace("e@example.test", "") + 'date="2026-01-01T00:00:00Z"',
        ("git.email: is",),
    ),
    Bad(
        "a removed tool that is there",
        '[tools]\nadvertised=["x"]\nremoved=["x"]',
        ("removed[1]: 'x' is advertised too",),
        False,
    ),
    Bad("a tool removed twice", '[tools]\nremoved=["x","x"]', ("tools.removed[2]: 'x' stands here twice",)),
    Bad(
        "a code that is a string",
        '[tools]\nrefusal = { code = "-32602" }',
        ("tools.refusal.code: wrong type",),
    ),
    Bad("a mask of nothing", _MASK + 'as = "<x>"', ("mask[1]: masks nothing",)),
    Bad("a mask of both", _MASK + 'as="<x>"\npattern="a"\npointer="/a"', ("mask[1]: has both pattern and",)),
    Bad("a mask without a name", _MASK + 'pattern = "a"', ("mask[1].as: is missing",)),
    Bad("a mask with an empty name", _MASK + 'pattern = "a"\nas = ""', ("mask[1].as: is empty",)),
    Bad(
        "a mask for a string",
        _MASK + 'pattern="a"\nas="x"\ncases="a"',
        ("mask[1].cases: wrong type: a list",),
    ),
    Bad("a mask for no case", _MASK + 'pattern="a"\nas="x"\ncases=[]', ("mask[1].cases: is empty",)),
    Bad(
        "a bad pattern",
        _MASK + 'pattern="(a"\nas="x"',
        ("mask[1].pattern: '(a' is no regular expression: missing )",),
        False,
    ),
    Bad("a pattern of a number", _MASK + 'pattern = 1\nas = "x"', ("mask[1].pattern: wrong type",)),
    Bad(
        "an endless pattern",
        _MASK + 'pattern="a{99999999999999999999}"\nas="x"',
        ("no regular expression",),
        False,
    ),
    Bad(
        "a pattern of nothing",
        _MASK + "pattern='\\d*'\nas='<n>'",
        ("mask[1].pattern: ", "the empty text"),
        False,
    ),
    Bad(
        "a pattern of itself",
        _MASK + "pattern='<.>'\nas='<n>'",
        ("mask[1].pattern: ", "`as` of mask 1"),
        False,
    ),
    Bad(
        "a pattern of another mask",
        _MASK + "pattern = 'b'\nas = '<n>'\n[[mask]]\npattern = '<.>'\nas = 'x'",
        ("mask[2].pattern: matches '<n>', the `as` of mask 1: applied twice",),
        schema_sees=False,
    ),
    Bad(
        "a pointer without a slash", _MASK + 'pointer="a"\nas="x"', ("mask[1].pointer: 'a': a JSON pointer",)
    ),
    Bad(
        "a pointer with a bare tilde",
        _MASK + 'pointer="/a~b"\nas="x"',
        ("mask[1].pointer: '/a~b': in a JSON",),
    ),
    Bad("a pointer to all", _MASK + 'pointer=""\nas="x"', ("mask[1].pointer: names the whole result",)),
    Bad(
        "a pointer at wire",
        'compare="wire"\n' + _MASK + 'pointer="/a"\nas="x"',
        ("mask[1].pointer: ", "a is compared at wire"),
        False,
    ),
    Bad(
        "a pointer, case at wire",
        CALL + 'compare="wire"\n[[mask]]\npointer="/a"\nas="x"',
        ("a is compared at wire",),
        False,
    ),
    Bad(
        "a pointer, listing at wire",
        'compare="wire"\n[[mask]]\npointer="/a"\nas="x"',
        ("tools is compared at wire",),
        False,
    ),
    Bad("a difference without why", _KNOWN + 'cases = ["a"]', ("known_difference[1].why: is missing",)),
    Bad(
        "a difference with a blank why",
        _KNOWN + 'cases = ["a"]\nwhy = " "',
        ("known_difference[1].why: is empty",),
    ),
    Bad("a difference of none", _KNOWN + 'why = "x"', ("known_difference[1].cases: names none",)),
    Bad(
        "a difference of an empty list",
        _KNOWN + 'cases=[]\nwhy="x"',
        ("known_difference[1].cases: names none",),
    ),
    Bad(
        "a difference of no case",
        _KNOWN + 'cases=["aa"]\nwhy="x"',
        ("cases[1]: 'aa' matches no case; did you mean a?",),
        False,
    ),
    Bad(
        "a difference at no place",
        _KNOWN + 'cases=["a"]\nat="block one"\nwhy="x"',
        ("known_difference[1].at: ",),
        False,
    ),
    Bad("a difference of no target", _KNOWN + 'cases=["a"]\ntargets=[]\nwhy="x"', ("targets: is empty",)),
    Bad(
        "a difference of a bad target",
        _KNOWN + 'cases=["a"]\ntargets=["My"]\nwhy="x"',
        ("targets[1]: 'My' is no name",),
    ),
)
