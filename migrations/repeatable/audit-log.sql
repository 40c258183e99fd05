create or replace function audit_entry_append_only() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'audit_entry_append_only', table = 'audit_entry',
    message = 'Audit entries cannot be changed or deleted.';
end $$;
create or replace trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function audit_entry_append_only();
create or replace trigger audit_entry_append_only_truncate before truncate on audit_entry
  for each statement execute function audit_entry_append_only();
