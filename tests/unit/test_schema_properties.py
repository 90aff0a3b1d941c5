"""Whatever a target gives as schema and value: findings with bounded words, drafted cases, no exception."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_mcpparity.answer import Question, Result
from pytest_mcpparity.init.drafting import draft_cases
from pytest_mcpparity.init.paths import Paths
from pytest_mcpparity.init.suite_writer import SuiteDraft, suite_text
from pytest_mcpparity.json_text import Members, Value, parse
from pytest_mcpparity.session.tool_schemas import OutputSchemas, input_findings
from tests.unit.arbitrary import BOUNDED
from tests.unit.arbitrary_schemas import instances, schemas

#: What is shown of a document is bounded, and each byte of it may take four characters.
LONGEST = 1200


@BOUNDED
@given(schemas)
def test_any_input_schema_is_valid_or_a_finding(schema: Value) -> None:
    found = input_findings([Members([("name", "t"), ("inputSchema", schema)])])

    assert [finding.name for finding in found] in ([], ["schema-input"])
    assert all(len(finding.detail) < LONGEST and "\n" not in finding.detail for finding in found)


@BOUNDED
@given(schemas, st.lists(instances, min_size=1, max_size=2))
def test_any_structured_content_keeps_to_any_output_schema_or_is_a_finding(
    schema: Value, contents: list[Value]
) -> None:
    judged = OutputSchemas([Members([("name", "t"), ("outputSchema", schema)])])

    for content in contents:
        found = judged.findings(Question("call", "t", "{}"), Result(structured=content))
        assert [finding.name for finding in found] in ([], ["schema-output"])
        assert all(len(finding.detail) < LONGEST and "\n" not in finding.detail for finding in found)


@BOUNDED
@given(schemas)
def test_arguments_are_drafted_for_any_schema_or_it_is_told_why_not(schema: Value) -> None:
    drafted = draft_cases([Members([("name", "t"), ("inputSchema", schema)])], Paths(), all_tools=True)

    assert len(drafted.unmade) <= 1
    assert all(isinstance(parse(case.arguments), Members) for case in drafted.cases)
    assert suite_text(SuiteDraft("t", drafted.cases)).encode()
    assert bool(drafted.unmade) == ("t" not in {case.tool for case in drafted.cases})
    assert all(len(reason) < LONGEST for reason in drafted.unmade)
