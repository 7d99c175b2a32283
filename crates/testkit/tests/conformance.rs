//! The promises of the store and the engine, on both databases.

use testkit::{
    backends,
    conformance::{code, configured, cycle, erase, graph, ledger, rows, schema, together, totals, views, work},
};

backends! {
    schema_sql_is_the_sum_of_the_migrations_on_sqlite, schema_sql_is_the_sum_of_the_migrations_on_postgres => schema::readable_schema_is_the_sum;
    no_table_is_left_behind_without_a_word_on_sqlite, no_table_is_left_behind_without_a_word_on_postgres => schema::every_table_is_carried_or_told;
    every_older_schema_becomes_the_newest_on_sqlite, every_older_schema_becomes_the_newest_on_postgres => schema::every_older_schema_becomes_the_newest;
    opening_waits_for_nobody_on_sqlite, opening_waits_for_nobody_on_postgres => schema::opening_waits_for_nobody;
    words_of_an_older_palace_are_found_on_sqlite, words_of_an_older_palace_are_found_on_postgres => schema::words_of_an_older_palace_are_found;
    words_are_found_newest_first_on_sqlite, words_are_found_newest_first_on_postgres => rows::words_are_found_newest_first;
    a_newer_palace_is_refused_and_left_alone_on_sqlite, a_newer_palace_is_refused_and_left_alone_on_postgres => schema::newer_is_refused;
    asking_for_the_version_changes_nothing_on_sqlite, asking_for_the_version_changes_nothing_on_postgres => schema::asking_for_the_version_changes_nothing;
    a_sealed_palace_is_not_forged_in_on_sqlite, a_sealed_palace_is_not_forged_in_on_postgres => schema::a_sealed_palace_is_not_forged_in;
    the_standing_table_is_the_kernels_on_sqlite, the_standing_table_is_the_kernels_on_postgres => schema::standings_are_the_kernels;
    a_failed_migration_leaves_nothing_on_sqlite, a_failed_migration_leaves_nothing_on_postgres => schema::failed_migrations_leave_nothing;
    every_aggregate_comes_back_as_it_went_in_on_sqlite, every_aggregate_comes_back_as_it_went_in_on_postgres => rows::round_trips;
    lists_are_ordered_and_bounded_on_sqlite, lists_are_ordered_and_bounded_on_postgres => rows::lists_are_ordered_and_bounded;
    two_pending_proposals_never_say_the_same_on_sqlite, two_pending_proposals_never_say_the_same_on_postgres => rows::pending_is_unique;
    a_dropped_change_is_forgotten_on_sqlite, a_dropped_change_is_forgotten_on_postgres => rows::dropped_is_forgotten;
    a_note_ends_with_its_transaction_on_sqlite, a_note_ends_with_its_transaction_on_postgres => rows::a_note_ends_with_its_transaction;
    edited_evidence_is_damage_on_sqlite, edited_evidence_is_damage_on_postgres => rows::edited_evidence_is_damage;
    every_kind_of_id_has_a_table_on_sqlite, every_kind_of_id_has_a_table_on_postgres => rows::ids_have_beginnings;
    identical_refusals_cost_one_entry_on_sqlite, identical_refusals_cost_one_entry_on_postgres => rows::refusals_coalesce;
    the_ledger_holds_across_a_tile_on_sqlite, the_ledger_holds_across_a_tile_on_postgres => ledger::across_a_tile;
    the_ledger_holds_across_65536_entries_on_sqlite, the_ledger_holds_across_65536_entries_on_postgres => ledger::across_the_second_level;
    tampering_with_the_ledger_is_named_on_sqlite, tampering_with_the_ledger_is_named_on_postgres => ledger::tampering_is_named;
    rows_edited_by_hand_are_named_on_sqlite, rows_edited_by_hand_are_named_on_postgres => ledger::edited_rows_are_named;
    the_contracts_tables_are_there_as_views_on_sqlite, the_contracts_tables_are_there_as_views_on_postgres => views::contract_tables;
    adoption_is_only_read_through_its_view_on_sqlite, adoption_is_only_read_through_its_view_on_postgres => views::adoption_is_only_read;
    two_controls_at_once_are_one_on_sqlite, two_controls_at_once_are_one_on_postgres => together::two_controls_at_once;
    erasure_leaves_no_text_in_any_row_on_sqlite, erasure_leaves_no_text_in_any_row_on_postgres => erase::nothing_holds_the_text;
    erasure_goes_by_id_source_principal_and_text_on_sqlite, erasure_goes_by_id_source_principal_and_text_on_postgres => erase::every_way_of_naming_it;
    claims_fall_with_what_they_rested_on_on_sqlite, claims_fall_with_what_they_rested_on_on_postgres => erase::claims_fall;
    erasure_takes_names_off_on_sqlite, erasure_takes_names_off_on_postgres => erase::names_are_taken_off;
    erasure_asks_before_it_takes_everything_on_sqlite, erasure_asks_before_it_takes_everything_on_postgres => erase::everything_is_erased_only_when_it_is_meant;
    the_graph_comes_back_as_it_went_in_on_sqlite, the_graph_comes_back_as_it_went_in_on_postgres => graph::graph_comes_back;
    erasure_reaches_the_graph_on_sqlite, erasure_reaches_the_graph_on_postgres => graph::erasure_reaches_the_graph;
    work_comes_back_as_it_went_in_on_sqlite, work_comes_back_as_it_went_in_on_postgres => work::work_comes_back;
    projects_are_told_apart_on_sqlite, projects_are_told_apart_on_postgres => work::projects_are_told_apart;
    erasure_reaches_what_was_written_of_work_on_sqlite, erasure_reaches_what_was_written_of_work_on_postgres => work::erasure_reaches_work;
    totals_are_honest_on_sqlite, totals_are_honest_on_postgres => totals::totals_are_honest;
    rare_words_tell_more_on_sqlite, rare_words_tell_more_on_postgres => code::rare_words_tell_more;
    racing_on_one_cycle_one_is_told_on_sqlite, racing_on_one_cycle_one_is_told_on_postgres => cycle::racing_on_one_cycle;
    racing_with_one_token_one_is_let_through_on_sqlite, racing_with_one_token_one_is_let_through_on_postgres => cycle::racing_with_one_token;
    every_key_of_a_configuration_is_read_on_sqlite, every_key_of_a_configuration_is_read_on_postgres => configured::every_key_is_read;
    a_pack_keeps_its_budget_on_sqlite, a_pack_keeps_its_budget_on_postgres => cycle::a_pack_keeps_its_budget;
    a_pack_is_about_its_keys_on_sqlite, a_pack_is_about_its_keys_on_postgres => cycle::a_pack_is_about_its_keys;
    what_another_changed_is_packed_anew_on_sqlite, what_another_changed_is_packed_anew_on_postgres => cycle::what_another_changed_is_packed_anew;
    who_waits_is_told_on_sqlite, who_waits_is_told_on_postgres => cycle::who_waits_is_told;
    many_writers_make_one_chain_on_sqlite, many_writers_make_one_chain_on_postgres => together::many_writers_one_chain;
    what_is_still_seen_is_not_gone_on_sqlite, what_is_still_seen_is_not_gone_on_postgres => together::what_is_still_seen_is_not_gone;
    waiting_in_vain_is_forgotten_on_sqlite, waiting_in_vain_is_forgotten_on_postgres => together::waiting_in_vain_is_forgotten;
    a_fresh_place_is_opened_by_many_on_sqlite, a_fresh_place_is_opened_by_many_on_postgres => together::a_fresh_place_is_opened_by_many;
}
