-- The queue orders the cases of all sources together, by numbers that no index of one of them has. Its filter by kind, and the count of what
-- waits, use report_case_first_idx.
drop index report_case_last_idx;
drop index report_case_reports_idx;
