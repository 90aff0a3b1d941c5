"""Search over Markdown passages and claims (spec 9).

| Module | Gives |
|---|---|
| `passages` | the passages of one Markdown file (9.1) |
| `tokens` | tokens and terms of a string (9.2) |
| `ranking` | ranks, fusion and the order of equals (9.5) |
| `lexical` | BM25 in integers (9.3) |
| `trigrams` | the local vector fallback (9.4) |
| `similarity` | the squared cosine in integers (9.4) |
| `embeddings` | vectors from a configured model (9.4) |
| `index` | one fused ranking over keyed texts |
| `sentences`, `answer` | sentences, citations and grounded (9.6) |
| `related` | claims and entities beside the answer (9.7) |
| `query` | `search(repository, scenario, query)`, the value of the tool (9.8) |

`passages` and `tokens` depend on nothing else here, so that the repository's evidence states and
labels can build on them. This file imports nothing, which keeps that free of circles.
"""
