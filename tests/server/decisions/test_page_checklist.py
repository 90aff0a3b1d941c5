"""Which tests prove each statement of the page that the server follows (spec App. E)."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROWS = range(1, 73)

DESCRIPTORS = "test_descriptors.py::"
ARGUMENTS = "test_arguments.py::"
COMPARISON = "test_comparison.py::"
EXAMPLES = "test_worked_examples.py::test_answer_is_the_spec_text_to_the_byte"
GUARD = "test_http_guard.py::"
IMPACT = "test_impact.py::"
READS = "test_http_reads.py::"
RECEIPTS = "test_receipts.py::"
SCENARIO = "test_scenario.py::"
STDIO = "test_stdio.py::"
AGREE = "test_transports_agree.py::"
CLI = "test_cli.py::"
ENTITY = "test_entity_view.py::"
QUERY = "search/test_query.py::"
MODEL = "search/test_embeddings.py::"
RANKING = "search/test_ranking.py::"
SETUP = "setup/"

OMITTED_MAPS = COMPARISON + "test_omitted_and_empty_maps_mean_the_selected_options"
MAP_CHECK = ARGUMENTS + "test_each_selection_map_is_checked"
DECLARED = DESCRIPTORS + "test_declared_arguments_are_those_that_are_checked"
CONFORMS = DESCRIPTORS + "test_answer_conforms_to_the_output_schema"
SAME_RESULTS = AGREE + "test_results_of_both_transports_and_both_eras_are_the_same"
UNCHANGED = ARGUMENTS + "test_calls_leave_every_file_as_it_was"
SPLIT = COMPARISON + "test_records_are_split_into_added_removed_and_changed"
KAFKA_TO_SQS = IMPACT + "test_kafka_to_sqs_rewires_the_order_service_and_dangles_nothing"
DANGLES = IMPACT + "test_edge_dangles_without_a_new_target_of_its_kind"
REWIRED = IMPACT + "test_edge_is_rewired_to_all_new_targets_by_relationship_id"
PATHS_BACK = IMPACT + "test_dependents_are_sources_up_to_four_hops_with_paths_back"
LIMITS = IMPACT + "test_equal_scenarios_have_no_items_but_limits"
CARRIED = RECEIPTS + "test_four_tools_carry_a_receipt_and_the_entity_view_does_not"
OTHER_PROCESS = RECEIPTS + "test_digest_is_the_same_in_another_process_after_touching_the_files"
NOT_COVERED = RECEIPTS + "test_settings_connections_and_saved_scenarios_are_not_covered"
SNIPPETS = SETUP + "test_snippets.py::test_every_snippet_is_printed_to_the_byte"

PROOFS: dict[int, tuple[str, ...]] = {
    1: (SAME_RESULTS, READS + "test_read_gives_the_bytes_of_the_text_block"),
    2: (DESCRIPTORS + "test_tool_says_it_reads_only", UNCHANGED),
    3: (
        AGREE + "test_client_of_the_sdk_lists_and_calls_over_http",
        CLI + "test_serve_takes_port_8000_unless_given",
    ),
    4: (
        GUARD + "test_server_listens_on_loopback_addresses_only",
        GUARD + "test_other_hosts_are_misdirected",
        GUARD + "test_other_origins_are_forbidden",
    ),
    5: (STDIO + "test_bare_requests_are_answered_and_the_end_of_input_is_success",),
    6: (
        QUERY + "test_a_call_leaves_nothing_that_changes_the_next_answer",
        MODEL + "test_a_search_ranks_by_the_vectors_of_the_model",
    ),
    7: (
        CLI + "test_repository_defaults_to_the_current_directory",
        CLI + "test_path_that_is_no_directory_is_one_line_and_status_two",
    ),
    8: (AGREE + "test_listings_of_both_transports_and_both_eras_are_the_published_ones", SAME_RESULTS),
    9: (MAP_CHECK, DECLARED),
    10: (
        SCENARIO + "test_deltas_add_remove_and_replace",
        SCENARIO + "test_left_out_decisions_keep_their_selected_option",
    ),
    11: (SCENARIO + "test_left_out_decisions_keep_their_selected_option",),
    12: (UNCHANGED,),
    13: (EXAMPLES, CONFORMS),
    14: (DESCRIPTORS + "test_list_says_to_call_it_first_and_the_graph_says_it_is_large",),
    15: (
        "test_deltas.py::test_faulty_deltas_are_rejected_with_their_first_fault",
        "test_deltas.py::test_null_deltas_give_the_text_of_the_rejection",
        "test_deltas.py::test_rejected_deltas_stop_no_tool_and_change_nothing",
    ),
    16: (DECLARED, MAP_CHECK),
    17: (
        QUERY + "test_five_ranked_claims_come_first_then_those_that_cite_by_id_up_to_ten",
        QUERY + "test_at_most_five_passages_come_best_first_and_equals_by_key",
    ),
    18: (EXAMPLES, QUERY + "test_entities_are_matched_by_query_claim_and_passage"),
    19: (
        QUERY + "test_why_is_grounded_by_a_claim_that_cites_a_passage_and_cites_only_that",
        QUERY + "test_why_without_a_claim_is_answered_but_not_grounded",
        QUERY + "test_half_of_the_terms_must_be_covered",
    ),
    20: (
        RANKING + "test_the_sample_gives_the_check_values_of_the_lexical_index",
        RANKING + "test_the_sample_gives_the_check_values_of_the_vectors",
        RANKING + "test_fusion_adds_reciprocal_ranks_of_both_lists",
    ),
    21: (RANKING + "test_positions_of_kafka_are_those_of_the_specification", OTHER_PROCESS),
    22: (DECLARED, ARGUMENTS + "test_first_fault_gives_the_text"),
    23: ("test_worked_examples.py::test_whole_graph_has_the_size_and_digest_of_the_spec", CONFORMS),
    24: (
        "test_worked_examples.py::test_scenario_block_of_the_whole_graph_is_the_spec_text",
        SCENARIO + "test_assumptions_that_do_not_hold_are_listed_by_key_with_their_reasons",
    ),
    25: (COMPARISON + "test_impact_is_told_only_when_selections_differ_from_the_choices",),
    26: (DESCRIPTORS + "test_list_says_to_call_it_first_and_the_graph_says_it_is_large",),
    27: (DECLARED, MAP_CHECK),
    28: (
        EXAMPLES,
        ENTITY + "test_claims_on_the_entity_and_its_relationships_bring_their_evidence",
        ENTITY + "test_decisions_with_any_option_that_names_the_entity_are_related",
        "test_identity.py::test_entities_with_a_shared_label_are_suggested",
        "test_identity.py::test_conflicts_tell_differing_kinds_then_rejected_pairs",
    ),
    29: (
        ENTITY + "test_unknown_and_absent_entities_differ_in_words",
        STDIO + "test_tool_error_is_one_block_without_structured_content",
    ),
    30: (DECLARED, ARGUMENTS + "test_first_fault_gives_the_text"),
    31: (EXAMPLES, SPLIT),
    32: (OMITTED_MAPS,),
    33: (DECLARED, MAP_CHECK),
    34: (COMPARISON + "test_selection_changes_go_by_id_with_both_options",),
    35: (SPLIT,),
    36: (
        COMPARISON + "test_conflicts_with_other_operations_are_other_conflicts",
        COMPARISON + "test_assumptions_are_the_same_by_key_whatever_the_reason",
    ),
    37: (
        "test_affected.py::test_changed_selection_tells_both_options",
        "test_affected.py::test_conflicts_appear_and_disappear_between_scenarios",
        "test_affected.py::test_assumption_is_broken_and_restored",
        "test_affected.py::test_movers_of_a_comparison_are_decisions_whose_option_differs",
    ),
    38: (EXAMPLES, LIMITS),
    39: (CARRIED, COMPARISON + "test_receipt_covers_both_maps"),
    40: (READS + "test_comparison_is_posted",),
    41: (
        PATHS_BACK,
        IMPACT + "test_items_are_listed_once_for_each_changed_item_entities_first",
        IMPACT + "test_changed_relationship_starts_at_its_source_at_depth_one",
    ),
    42: (PATHS_BACK, IMPACT + "test_added_keys_are_no_changed_items"),
    43: (IMPACT + "test_fifth_level_is_cut_off_and_said_so",),
    44: (PATHS_BACK, IMPACT + "test_first_path_by_entity_and_relationship_id_is_taken"),
    45: (DANGLES, IMPACT + "test_replaced_edge_to_a_missing_entity_is_listed_by_its_new_record"),
    46: (REWIRED,),
    47: (DANGLES,),
    48: (DANGLES, REWIRED),
    49: (KAFKA_TO_SQS,),
    50: (IMPACT + "test_identity_groups_are_not_followed",),
    51: (LIMITS, EXAMPLES),
    52: (CARRIED, READS + "test_read_gives_the_bytes_of_the_text_block"),
    53: (RECEIPTS + "test_components_and_digest_are_hashes_of_canonical_values",),
    54: (
        RECEIPTS + "test_records_component_maps_paths_to_parsed_content",
        RECEIPTS + "test_record_edit_shows_in_records_alone",
    ),
    55: (
        RECEIPTS + "test_review_shows_only_through_the_heads",
        "test_reviews.py::test_superseded_and_undone_reviews_are_no_heads",
    ),
    56: (
        RECEIPTS + "test_evidence_edit_shows_in_records_and_anchors",
        RECEIPTS + "test_markdown_shows_only_when_it_changes_the_state_of_an_anchor",
    ),
    57: (
        RECEIPTS + "test_selected_options_given_or_left_out_are_the_same_input",
        RECEIPTS + "test_list_and_architecture_of_one_scenario_have_one_receipt",
    ),
    58: (RECEIPTS + "test_query_shows_in_request_as_given",),
    59: (OTHER_PROCESS, RECEIPTS + "test_record_edit_shows_in_records_alone"),
    60: (
        RECEIPTS + "test_record_edit_shows_in_records_alone",
        RECEIPTS + "test_layout_of_the_files_is_no_input",
    ),
    61: (OTHER_PROCESS,),
    62: (NOT_COVERED, MODEL + "test_the_receipt_does_not_cover_the_model"),
    63: (EXAMPLES,),
    64: (SETUP + "test_client_file.py::test_each_client_gets_its_entry_in_its_own_file",),
    65: (
        CLI + "test_setup_is_handed_to_the_wizard",
        SETUP + "test_options.py::test_the_running_script_is_the_launcher",
    ),
    66: (SETUP + "test_options.py::test_wrong_usage_is_one_line_on_stderr_and_status_2", SNIPPETS),
    67: (
        SETUP + "test_claude_code.py::test_claude_is_called_with_the_exact_arguments_in_the_repository",
        SETUP + "test_claude_code.py::test_scope_and_name_are_passed_on",
    ),
    68: (SETUP + "test_client_file.py::test_the_whole_run_prints_diff_question_result_and_backup",),
    69: (SNIPPETS, SETUP + "test_snippets.py::test_print_writes_nothing"),
    70: (SETUP + "test_client_file.py::test_each_client_gets_its_entry_in_its_own_file", SNIPPETS),
    71: (SETUP + "test_client_file.py::test_yes_does_not_ask",),
    72: (
        SNIPPETS,
        AGREE + "test_client_of_the_sdk_lists_and_calls_over_http",
        STDIO + "test_handshake_revision_is_served",
    ),
}


@cache
def defined_tests(file: str) -> frozenset[str]:
    tree = ast.parse((HERE / file).read_text("utf-8"))
    names = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in names if name.startswith("test_"))


def test_every_row_of_the_page_has_a_proof() -> None:
    assert sorted(PROOFS) == list(ROWS)
    assert all(PROOFS.values())


@pytest.mark.parametrize("row", ROWS)
def test_proof_exists(row: int) -> None:
    for proof in PROOFS[row]:
        file, _, name = proof.partition("::")
        assert name in defined_tests(file), f"row {row} names {proof}, which does not exist"


def test_missing_test_would_be_noticed() -> None:
    assert "test_that_nobody_wrote" not in defined_tests("test_cli.py")
