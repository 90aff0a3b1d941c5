"""Mutants of the search: files, passages, ranking, answer, claims and entities (2.1, 9)."""

from __future__ import annotations

from tests.server.decisions.mutants.mutant import Mutant

PASSAGES = [
    Mutant("reads hidden Markdown", "files.py", 'if entry.name.startswith(".") or _UNLISTED', "if _UNLISTED"),
    Mutant("reads what packages bring", "files.py", 'if entry.name != "node_modules":', "if True:"),
    Mutant(
        "asks for small letters", "files.py", "re.ASCII | re.IGNORECASE | re.DOTALL", "re.ASCII | re.DOTALL"
    ),
    Mutant("knows one extension", "files.py", "(?:md|markdown)", "md"),
    Mutant(
        "takes a byte order mark for text",
        "search/passages.py",
        "first = len(BYTE_ORDER_MARK) if stored.startswith(BYTE_ORDER_MARK) else 0",
        "first = 0",
    ),
    Mutant("takes CR for a character", "search/passages.py", r'rb"\r\n|\r|\n"', r'rb"\r\n|\n"'),
    Mutant(
        "keeps headings of the same rank",
        "search/passages.py",
        "if entry[0] < level]",
        "if entry[0] <= level]",
    ),
    Mutant(
        "takes headings in quotes",
        "search/passages.py",
        'if token.level == 0 and token.type == "heading_open":',
        'if token.type == "heading_open":',
    ),
    Mutant(
        "takes nested items apart",
        "search/passages.py",
        "if token.level == 1 and token.type",
        "if token.type",
    ),
    Mutant(
        "keeps blank lines at the end",
        "search/passages.py",
        "while last > start and not",
        "while False and not",
    ),
    Mutant(
        "hashes stripped text", "search/passages.py", "hashlib.sha256(text)", "hashlib.sha256(text.strip())"
    ),
    Mutant(
        "counts a line's end",
        "search/passages.py",
        "end_byte=lines[last][1],",
        "end_byte=lines[last][1] + 1,",
    ),
    Mutant(
        "indexes no headings",
        "search/passages.py",
        'return " ".join(self.heading) + "\\n" + self.text',
        "return self.text",
    ),
    Mutant("takes HTML for code", "search/passages.py", '"html_block": "html"', '"html_block": "code"'),
]

RANKING = [
    Mutant(
        "lowers letters only",
        "search/tokens.py",
        'unicodedata.normalize("NFKC", text).casefold()',
        'unicodedata.normalize("NFKC", text).lower()',
    ),
    Mutant(
        "keeps compatibility characters",
        "search/tokens.py",
        'unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())',
        'unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())',
    ),
    Mutant("parts tokens at marks", "search/tokens.py", '"LMN"', '"LN"'),
    Mutant("parts tokens at numbers", "search/tokens.py", 'in "LMN"', 'in "LM"'),
    Mutant("searches for using", "search/tokens.py", "used uses using was", "used uses was"),
    Mutant(
        "weighs by another k",
        "search/lexical.py",
        "self.idf(term) * 22 * terms",
        "self.idf(term) * 20 * terms",
        survives="all scores shrink by the same tenth, up to rounding, and are never shown",
    ),
    Mutant(
        "weighs length by less",
        "search/lexical.py",
        "9 * self._lengths[place] * documents",
        "1 * self._lengths[place] * documents",
    ),
    Mutant("forgets the length", "search/lexical.py", "9 * self._lengths[place] * documents", "0"),
    Mutant("counts a term once", "search/lexical.py", "= words.count(term)", "= 1"),
    Mutant("weighs all terms alike", "search/lexical.py", "return int(_LN", "return 10**9 or int(_LN"),
    Mutant(
        "wants more likeness",
        "search/similarity.py",
        "THRESHOLD = 90_000_000_000",
        "THRESHOLD = 160_000_000_000",
    ),
    Mutant(
        "wants less likeness",
        "search/similarity.py",
        "THRESHOLD = 90_000_000_000",
        "THRESHOLD = 40_000_000_000",
    ),
    Mutant("frames no word", "search/trigrams.py", 'framed = f"<{term}>"', 'framed = f"  {term}"'),
    Mutant("hashes into half the room", "search/trigrams.py", "% DIMENSIONS", "% 128"),
    Mutant("fuses by rank alone", "search/ranking.py", "_FUSION_CONSTANT = 60", "_FUSION_CONSTANT = 0"),
    Mutant(
        "puts equals backwards", "search/ranking.py", "(-scores[place], place)", "(-scores[place], -place)"
    ),
    Mutant(
        "fuses the lexical list alone",
        "search/index.py",
        "(lexical.scores(), similarities)",
        "(lexical.scores(),)",
    ),
    Mutant(
        "fuses the vector list alone",
        "search/index.py",
        "(lexical.scores(), similarities)",
        "(similarities,)",
    ),
    Mutant("returns six passages", "search/query.py", "MAX_PASSAGES = 5", "MAX_PASSAGES = 6"),
    Mutant("returns four passages", "search/query.py", "MAX_PASSAGES = 5", "MAX_PASSAGES = 4"),
]

ANSWERS = [
    Mutant("cites four sentences", "search/answer.py", "MAX_CITATIONS = 3", "MAX_CITATIONS = 4"),
    Mutant("cites two sentences", "search/answer.py", "MAX_CITATIONS = 3", "MAX_CITATIONS = 2"),
    Mutant("cites weak sentences", "search/answer.py", "if 2 * candidate.score >= candidates[0].score]", "]"),
    Mutant(
        "drops sentences of half the score",
        "search/answer.py",
        "2 * candidate.score >= candidates[0].score",
        "4 * candidate.score >= 3 * candidates[0].score",
    ),
    Mutant(
        "leaves the best first",
        "search/answer.py",
        "key=lambda candidate: candidate.place)",
        "key=lambda candidate: -candidate.score)",
    ),
    Mutant(
        "wants more than half",
        "search/answer.py",
        "return 2 * len(covered) >= len(query_terms)",
        "return 2 * len(covered) > len(query_terms)",
    ),
    Mutant(
        "wants no terms at all",
        "search/answer.py",
        "return 2 * len(covered) >= len(query_terms)",
        "return True",
    ),
    Mutant(
        "covers by text alone",
        "search/answer.py",
        "terms(citation.passage.index_text)",
        "terms(citation.passage.text)",
    ),
    Mutant("grounds why without claims", "search/answer.py", " and not (asks_why and not backed)", ""),
    Mutant("asks why of every passage", "search/answer.py", "if asks_why and backed:", "if False:"),
    Mutant(
        "hears why anywhere", "search/answer.py", 'tokens(query)[:1] == ["why"]', '"why" in tokens(query)'
    ),
    Mutant(
        "asks why of every question",
        "search/answer.py",
        'asks_why = tokens(query)[:1] == ["why"]',
        "asks_why = True",
    ),
    Mutant(
        "ends at every stop",
        "search/sentences.py",
        'if following and unicodedata.category(following) == "Ll":',
        "if False:",
    ),
    Mutant(
        "knows ASCII letters only",
        "search/sentences.py",
        'unicodedata.category(following) == "Ll"',
        '"a" <= following <= "z"',
    ),
    Mutant(
        "takes no sentence from a quote",
        "search/sentences.py",
        '_KINDS = ("paragraph", "list_item", "quote")',
        '_KINDS = ("paragraph", "list_item")',
    ),
    Mutant(
        "takes sentences from code",
        "search/sentences.py",
        '_KINDS = ("paragraph", "list_item", "quote")',
        '_KINDS = ("paragraph", "list_item", "quote", "code")',
    ),
    Mutant("ends before closing marks", "search/sentences.py", "[\\\"')\\]*_`]*+ ", " "),
    Mutant("keeps the mark of an item", "search/sentences.py", 'if kind == "list_item":', "if False:"),
    Mutant("knows bullets only", "search/sentences.py", "(?:[-+*]|[0-9]{1,9}[.)])", "(?:[-+*])"),
    Mutant("knows one kind of number", "search/sentences.py", "[0-9]{1,9}[.)]", "[0-9]{1,9}[.]"),
    Mutant("removes one quote mark", "search/sentences.py", "(?: {0,3}> ?)+", "(?: {0,3}> ?)"),
    Mutant("takes any white space", "search/sentences.py", r'r"[ \t\n\r\f\v]+"', r'r"\s+"'),
    Mutant("keeps line ends", "search/sentences.py", r'r"[ \t\n\r\f\v]+"', r'r"[ \t\f\v]+"'),
]

RELATED = [
    Mutant("ranks six claims", "search/related.py", "MAX_RANKED_CLAIMS = 5", "MAX_RANKED_CLAIMS = 6"),
    Mutant("lists eleven claims", "search/related.py", "MAX_CLAIMS = 10", "MAX_CLAIMS = 11"),
    Mutant("lists all entities", "search/related.py", "MAX_ENTITIES = 20", "MAX_ENTITIES = 200"),
    Mutant(
        "leaves out claims that only cite",
        "search/related.py",
        "(first + others)[:MAX_CLAIMS]",
        "first[:MAX_CLAIMS]",
    ),
    Mutant(
        "orders entities by id",
        "search/related.py",
        "(_REASONS.index(related.matched_by[0]), related.entity.id)",
        "related.entity.id",
    ),
    Mutant(
        "matches the source only",
        "search/related.py",
        "names.update((relationship.source, relationship.target))",
        "names.add(relationship.source)",
    ),
    Mutant("matches parts of tokens", "search/related.py", 'f" {text} " in string', "text in string"),
    Mutant(
        "reads all passages for names",
        "search/query.py",
        "sources = [citation.passage for citation in found.citations]",
        "sources = returned",
    ),
    Mutant(
        "searches claims of other scenarios",
        "search/query.py",
        "claims = effective_claims(repository, scenario)",
        "claims = tuple(repository.claims.values())",
    ),
    Mutant(
        "cites one passage a claim",
        "search/related.py",
        "for place in sorted(places))",
        "for place in sorted(places)[:1])",
    ),
    Mutant(
        "lists evidence of other files",
        "search/query.py",
        "if (item.path, item.passage_hash) == anchor",
        "if item.passage_hash == anchor[1]",
    ),
    Mutant(
        "cites by stale evidence",
        "search/related.py",
        'if repository.evidence_states[name].state == "current":',
        "if True:",
        survives="no passage of its path has the hash of evidence that is not current",
    ),
]
