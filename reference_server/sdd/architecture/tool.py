"""The tool `sdd.architecture_context`: guards, evaluation, verdict (spec § g)."""

from __future__ import annotations

from datetime import UTC, datetime

from reference_server.go_json import STRING, JSONFault, Struct, quote, trim_space, unmarshal
from reference_server.sdd.architecture.diagnostics import architecture
from reference_server.sdd.architecture.evaluation import Evaluation, Snapshot, evaluate
from reference_server.sdd.architecture.membership import Member, Membership, build_membership
from reference_server.sdd.architecture.report import build_report
from reference_server.sdd.contract import NO_SELECTION, ToolOutcome, ToolRequest, WorkspaceProject

ARGUMENTS = Struct("architectureContextArgs", "sdd.architectureContextArgs", {"domain": STRING})
DOMAIN_REQUIRED = "domain is required (exact authored architecture domain id)"


def architecture_context(request: ToolRequest, *, today: str | None = None) -> ToolOutcome:
    """The architecture of the domain named in the arguments of `request`.

    What fails before the evaluation carries an error alone; what fails after it carries the report too.
    `today` (`YYYY-MM-DD`) is the UTC date against which waivers expire; by default the current one.
    """
    try:
        arguments = unmarshal(request.arguments or b"null", ARGUMENTS, strict=True) or {}
    except JSONFault as fault:
        return ToolOutcome(error=f"invalid arguments: {fault}")
    domain = arguments.get("domain", "")
    if not trim_space(domain):
        return ToolOutcome(error=DOMAIN_REQUIRED)
    if request.selection is None:
        return ToolOutcome(error=NO_SELECTION)
    date = today or datetime.now(UTC).date().isoformat()
    return _verdict(domain, evaluate(request.root, _membership(request.projects), date))


def _membership(projects: tuple[WorkspaceProject, ...]) -> Membership:
    return build_membership(
        Member(project.id, project.name, project.path, project.dependencies) for project in projects
    )


def _verdict(domain: str, evaluation: Evaluation) -> ToolOutcome:
    """Anything that blocks wins over an unknown domain."""
    snapshot, diagnostics = evaluation.snapshot, evaluation.diagnostics
    if snapshot is None:
        return ToolOutcome(build_report(domain, None, diagnostics), _failed(len(diagnostics)))
    blocking = sum(finding.is_blocking for finding in snapshot.findings)
    if blocking:
        return ToolOutcome(build_report(domain, snapshot, ()), _failed(blocking))
    if domain not in snapshot.repository.domains:
        return _unknown_domain(domain, snapshot)
    return ToolOutcome(build_report(domain, snapshot, ()))


def _failed(count: int) -> str:
    return f"architecture context failed with {count} blocking finding(s)"


def _unknown_domain(domain: str, snapshot: Snapshot) -> ToolOutcome:
    message = f"domain {quote(domain)} is not declared; use an exact manifest domain ID"
    diagnostic = architecture("unknown_domain", "domain", message)
    report = build_report(domain, snapshot, (diagnostic,))
    return ToolOutcome(report, f"architecture domain {quote(domain)} was not found")
