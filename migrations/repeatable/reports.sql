create or replace function report_case_refresh(listing uuid) returns void language plpgsql as $$
begin
  delete from report_case where listing_id = listing;
  insert into report_case (listing_id, kind, reports, first_reported, last_reported)
  select l.id, l.kind, count(*), min(report.created), max(report.created)
  from listing l join report on report.listing_id = l.id
  where l.id = listing and l.status <> 'deleted' and report.resolved is null
  group by l.id, l.kind;
end $$;

create or replace function report_case_sync_reports() returns trigger language plpgsql as $$
begin
  perform report_case_refresh(listing_id) from (select distinct listing_id from changed) touched;
  return null;
end $$;
create or replace trigger report_case_insert after insert on report
  referencing new table as changed for each statement execute function report_case_sync_reports();
create or replace trigger report_case_update after update on report
  referencing new table as changed for each statement execute function report_case_sync_reports();
create or replace trigger report_case_delete after delete on report
  referencing old table as changed for each statement execute function report_case_sync_reports();

create or replace function report_case_sync_listing() returns trigger language plpgsql as $$
begin
  perform report_case_refresh(new.id);
  return null;
end $$;
create or replace trigger report_case_sync_listing after update of status on listing
  for each row when ((old.status = 'deleted') <> (new.status = 'deleted'))
  execute function report_case_sync_listing();
